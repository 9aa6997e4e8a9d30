use std::collections::BTreeMap;
use std::io;

struct Entry {
    quantity: i64,
    price: i64,
}

type Store = BTreeMap<String, Entry>;

fn put(store: &mut Store, item: &str, quantity: i64, price: i64) {
    store
        .entry(item.to_string())
        .and_modify(|entry| {
            entry.quantity += quantity;
            entry.price = price;
        })
        .or_insert(Entry { quantity, price });
}

fn take(store: &mut Store, item: &str, quantity: i64) -> Result<(), String> {
    let entry = store.get_mut(item).ok_or_else(|| format!("unknown {item}"))?;
    if entry.quantity < quantity {
        return Err(format!("not enough {item}"));
    }
    entry.quantity -= quantity;
    Ok(())
}

fn reprice(store: &mut Store, item: &str, price: i64) -> Result<(), String> {
    let entry = store.get_mut(item).ok_or_else(|| format!("unknown {item}"))?;
    entry.price = price;
    Ok(())
}

fn list(store: &Store) {
    let mut value = 0;
    for (item, entry) in store {
        println!("{} {} {}", item, entry.quantity, entry.price);
        value += entry.quantity * entry.price;
    }
    println!("total {value}");
}

fn int(field: &str) -> i64 {
    field.parse().unwrap()
}

fn main() {
    let mut store = Store::new();
    for line in io::stdin().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split_whitespace().collect();
        let Some(&command) = fields.first() else {
            continue;
        };
        let outcome = match command {
            "end" => return,
            "report" => {
                list(&store);
                Ok(())
            }
            "add" => {
                put(&mut store, fields[1], int(fields[2]), int(fields[3]));
                Ok(())
            }
            "remove" => take(&mut store, fields[1], int(fields[2])),
            "price" => reprice(&mut store, fields[1], int(fields[2])),
            _ => Err("bad command".to_string()),
        };
        if let Err(message) = outcome {
            println!("{message}");
        }
    }
}
