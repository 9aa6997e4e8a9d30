using System;
using System.Collections.Generic;
using System.Numerics;

class Datos
{
    public BigInteger Cantidad;
    public BigInteger Precio;
}

class Almacen
{
    private readonly SortedDictionary<string, Datos> contenido =
        new SortedDictionary<string, Datos>(StringComparer.Ordinal);

    public void Agregar(string nombre, BigInteger cantidad, BigInteger precio)
    {
        if (!contenido.ContainsKey(nombre))
        {
            contenido[nombre] = new Datos();
        }
        contenido[nombre].Cantidad += cantidad;
        contenido[nombre].Precio = precio;
    }

    // devuelve el mensaje de error o null
    public string Quitar(string nombre, BigInteger cantidad)
    {
        Datos datos;
        if (!contenido.TryGetValue(nombre, out datos))
        {
            return "unknown " + nombre;
        }
        if (datos.Cantidad < cantidad)
        {
            return "not enough " + nombre;
        }
        datos.Cantidad -= cantidad;
        return null;
    }

    public string CambiarPrecio(string nombre, BigInteger precio)
    {
        Datos datos;
        if (!contenido.TryGetValue(nombre, out datos))
        {
            return "unknown " + nombre;
        }
        datos.Precio = precio;
        return null;
    }

    public void Informe()
    {
        BigInteger suma = 0;
        foreach (KeyValuePair<string, Datos> par in contenido)
        {
            Console.WriteLine("{0} {1} {2}", par.Key, par.Value.Cantidad, par.Value.Precio);
            suma += par.Value.Cantidad * par.Value.Precio;
        }
        Console.WriteLine("total {0}", suma);
    }
}

class Principal
{
    static void Main()
    {
        Almacen almacen = new Almacen();
        string linea;
        while ((linea = Console.ReadLine()) != null)
        {
            string[] palabras = linea.Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
            if (palabras.Length == 0)
            {
                continue;
            }
            if (palabras[0] == "end")
            {
                break;
            }
            string mensaje = Ejecutar(almacen, palabras);
            if (mensaje != null)
            {
                Console.WriteLine(mensaje);
            }
        }
    }

    static string Ejecutar(Almacen almacen, string[] palabras)
    {
        switch (palabras[0])
        {
            case "report":
                almacen.Informe();
                return null;
            case "add":
                almacen.Agregar(palabras[1], BigInteger.Parse(palabras[2]), BigInteger.Parse(palabras[3]));
                return null;
            case "remove":
                return almacen.Quitar(palabras[1], BigInteger.Parse(palabras[2]));
            case "price":
                return almacen.CambiarPrecio(palabras[1], BigInteger.Parse(palabras[2]));
            default:
                return "bad command";
        }
    }
}
