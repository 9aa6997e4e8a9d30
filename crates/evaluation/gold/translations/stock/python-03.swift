struct Datos {
    var cantidad: Int
    var precio: Int
}

struct Almacen {
    private var articulos: [String: Datos] = [:]

    mutating func agregar(_ nombre: String, _ cantidad: Int, _ precio: Int) {
        articulos[nombre, default: Datos(cantidad: 0, precio: 0)].cantidad += cantidad
        articulos[nombre]!.precio = precio
    }

    // devuelve el mensaje de error o nil
    mutating func quitar(_ nombre: String, _ cantidad: Int) -> String? {
        guard let datos = articulos[nombre] else {
            return "unknown \(nombre)"
        }
        if datos.cantidad < cantidad {
            return "not enough \(nombre)"
        }
        articulos[nombre]!.cantidad -= cantidad
        return nil
    }

    mutating func cambiarPrecio(_ nombre: String, _ precio: Int) -> String? {
        if articulos[nombre] == nil {
            return "unknown \(nombre)"
        }
        articulos[nombre]!.precio = precio
        return nil
    }

    func informe() {
        var suma = 0
        for nombre in articulos.keys.sorted() {
            let datos = articulos[nombre]!
            print(nombre, datos.cantidad, datos.precio)
            suma += datos.cantidad * datos.precio
        }
        print("total", suma)
    }

    // devuelve lo que hay que imprimir
    mutating func ejecutar(_ palabras: [String]) -> String? {
        switch palabras[0] {
        case "report":
            informe()
            return nil
        case "add":
            agregar(palabras[1], entero(palabras[2]), entero(palabras[3]))
            return nil
        case "remove":
            return quitar(palabras[1], entero(palabras[2]))
        case "price":
            return cambiarPrecio(palabras[1], entero(palabras[2]))
        default:
            return "bad command"
        }
    }
}

func entero(_ palabra: String) -> Int {
    guard let numero = Int(palabra) else {
        fatalError("no es un numero: \(palabra)")
    }
    return numero
}

var almacen = Almacen()
while let linea = readLine() {
    let palabras = linea.split(whereSeparator: { $0.isWhitespace }).map { String($0) }
    if palabras.isEmpty {
        continue
    }
    if palabras[0] == "end" {
        break
    }
    if let mensaje = almacen.ejecutar(palabras) {
        print(mensaje)
    }
}
