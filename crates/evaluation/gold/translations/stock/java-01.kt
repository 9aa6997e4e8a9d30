fun main() {
    // three lists, same place means same product
    val products = ArrayList<String>()
    val quantities = ArrayList<Int>()
    val costs = ArrayList<Int>()

    var goOn = true
    while (goOn) {
        val text = (readLine() ?: break).trim()
        if (text == "") {
            continue
        }
        val words = text.split(Regex(" +"))

        // find the product
        var place = -1
        if (words.size > 1) {
            for (k in 0 until products.size) {
                if (products[k] == words[1]) {
                    place = k
                }
            }
        }

        if (words[0] == "add") {
            val plus = words[2].toInt()
            val cost = words[3].toInt()
            if (place == -1) {
                products.add(words[1])
                quantities.add(plus)
                costs.add(cost)
            } else {
                quantities[place] = quantities[place] + plus
                costs[place] = cost
            }
        } else if (words[0] == "remove") {
            if (place == -1) {
                println("unknown " + words[1])
            } else {
                val minus = words[2].toInt()
                if (minus > quantities[place]) {
                    println("not enough " + words[1])
                } else {
                    quantities[place] = quantities[place] - minus
                }
            }
        } else if (words[0] == "price") {
            if (place == -1) {
                println("unknown " + words[1])
            } else {
                costs[place] = words[2].toInt()
            }
        } else if (words[0] == "report") {
            // bubble sort over all three lists
            for (a in 0 until products.size) {
                for (b in 0 until products.size - 1) {
                    if (products[b] > products[b + 1]) {
                        val keepProduct = products[b]
                        products[b] = products[b + 1]
                        products[b + 1] = keepProduct
                        val keepQuantity = quantities[b]
                        quantities[b] = quantities[b + 1]
                        quantities[b + 1] = keepQuantity
                        val keepCost = costs[b]
                        costs[b] = costs[b + 1]
                        costs[b + 1] = keepCost
                    }
                }
            }
            var sum = 0L
            for (a in 0 until products.size) {
                println(products[a] + " " + quantities[a] + " " + costs[a])
                sum = sum + quantities[a].toLong() * costs[a]
            }
            println("total " + sum)
        } else if (words[0] == "end") {
            goOn = false
        } else {
            println("bad command")
        }
    }
}
