import Foundation

// the three arrays belong together: one product, one index
var products: [String] = []
var amounts: [Int] = []
var costs: [Int] = []

var goOn = true
while goOn, let input = readLine() {
    let text = input.trimmingCharacters(in: .whitespaces)
    if text == "" {
        continue
    }
    let words = text.split(separator: " ").map { String($0) }

    // search the product
    var position = -1
    if words.count > 1 {
        for i in 0..<products.count {
            if products[i] == words[1] {
                position = i
            }
        }
    }

    if words[0] == "add" {
        let amount = Int(words[2])!
        let cost = Int(words[3])!
        if position == -1 {
            products.append(words[1])
            amounts.append(amount)
            costs.append(cost)
        } else {
            amounts[position] += amount
            costs[position] = cost
        }
    } else if words[0] == "remove" {
        if position == -1 {
            print("unknown " + words[1])
        } else {
            let amount = Int(words[2])!
            if amount > amounts[position] {
                print("not enough " + words[1])
            } else {
                amounts[position] -= amount
            }
        }
    } else if words[0] == "price" {
        if position == -1 {
            print("unknown " + words[1])
        } else {
            costs[position] = Int(words[2])!
        }
    } else if words[0] == "report" {
        // bubble sort, all three arrays at once
        for _ in 0..<products.count {
            for k in 0..<(products.count - 1) {
                if products[k] > products[k + 1] {
                    products.swapAt(k, k + 1)
                    amounts.swapAt(k, k + 1)
                    costs.swapAt(k, k + 1)
                }
            }
        }
        var sum = 0
        for i in 0..<products.count {
            print("\(products[i]) \(amounts[i]) \(costs[i])")
            sum = sum + amounts[i] * costs[i]
        }
        print("total \(sum)")
    } else if words[0] == "end" {
        goOn = false
    } else {
        print("bad command")
    }
}
