// A cinema: screenings, seats, bookings with prices, and a report for the evening.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static System.Math;
using Seats = System.Collections.Generic.List<int>;

namespace Cinema.Booking
{
    public enum Genre : byte { Drama, Comedy = 3, Horror }

    public delegate void Sold(string film, int seat);

    public interface IPriced
    {
        decimal Price { get; }
        decimal Discounted(int percent);
    }

    public readonly struct Point
    {
        public readonly int Row, Column;

        public Point(int row, int column)
        {
            Row = row;
            Column = column;
        }

        public static Point operator +(Point left, Point right) => new Point(left.Row + right.Row, left.Column);

        public static implicit operator int(Point point) => point.Row * 100 + point.Column;
    }

    public record Ticket(string Film, Point Seat, decimal Price);

    [Serializable]
    public abstract class Screening : IPriced, IDisposable
    {
        public const int Rows = 12;
        private static int count;
        protected readonly bool[,] taken = new bool[Rows, 20];
        private volatile bool open = true;

        public event Sold OnSold;

        public string Film { get; private set; } = "unknown";
        public virtual decimal Price => 9.50m;

        protected Screening(string film)
        {
            this.Film = film ?? throw new ArgumentNullException(nameof(film));
            count++;
        }

        ~Screening()
        {
            count--;
        }

        public bool this[int row, int column]
        {
            get { return taken[row, column]; }
            set
            {
                if (row < 0 || row >= Rows)
                    throw new IndexOutOfRangeException($"row {row} of {Rows}");
                taken[row, column] = value;
            }
        }

        public abstract Genre Kind();

        public decimal Discounted(int percent)
        {
            return Price * (100 - percent) / 100;
        }

        [Obsolete("use Book")]
        public int Sell(int row, int column)
        {
            if (!open || this[row, column])
            {
                return -1;
            }
            else if (row == 0)
            {
                return 0;
            }
            else
            {
                this[row, column] = true;
                OnSold?.Invoke(Film, row << 5 | column);
            }
            return row ^ column;
        }

        public void Dispose()
        {
            open = false;
            GC.SuppressFinalize(this);
        }
    }

    public sealed class Evening<T> : Screening where T : class, IPriced, new()
    {
        private readonly Dictionary<string, List<T>> extras = new Dictionary<string, List<T>>();
        private readonly object gate = new object();

        public Evening(string film) : base(film) { }

        public override Genre Kind() => Film.Length % 2 == 0 ? Genre.Drama : Genre.Comedy;

        public IEnumerable<int> Free(int row, params int[] hidden)
        {
            for (int column = 0, last = 19; column <= last; column++)
            {
                if (hidden.Contains(column)) continue;
                if (column > 15) yield break;
                yield return column;
            }
        }

        public void Add(string name, T extra)
        {
            lock (gate)
            {
                if (!extras.TryGetValue(name, out var list))
                {
                    list = new List<T> { extra };
                    extras[name] = list;
                }
                list.Add(extra);
            }
        }

        public async Task<decimal> TotalAsync(IEnumerable<Ticket> tickets)
        {
            decimal sum = 0m;
            foreach (var ticket in tickets)
            {
                sum += await Task.Run(() => ticket.Price);
            }
            return sum;
        }
    }

    public static class Program
    {
        private static string Describe(object thing)
        {
            var text = thing switch
            {
                null => "nothing",
                int number when number > 100 => "many",
                > 10 and < 50 => "some",
                Ticket { Price: > 20 } => "dear",
                _ => thing.ToString(),
            };
            return text;
        }

        private static int Search(int[][] shelves, int wanted)
        {
            int steps = 0, row = 0;
            do
            {
                foreach (int value in shelves[row])
                {
                    steps += 1;
                    if (value == wanted) goto found;
                }
                row++;
            } while (row < shelves.Length);
            return ~steps;
        found:
            checked
            {
                steps *= 2;
            }
            return steps >> 1;
        }

        public static int Main(string[] arguments)
        {
            using var evening = new Evening<Snack>("Metropolis");
            var seats = new Seats { 1, 2, 3 };
            char grade = 'a';
            int? limit = null;
            double angle = Cos(0.5) + 1e-3;
            string path = "C:\\films\t" + seats.Count;
            switch (arguments.Length)
            {
                case 0:
                    Console.WriteLine("usage: cinema ROW...");
                    return 2;
                case 1:
                case 2:
                    grade = '\'';
                    break;
                default:
                    goto case 1;
            }
            try
            {
                int row = int.Parse(arguments[0]);
                limit ??= row;
                while (evening.Sell(row, 0) > 0 && row-- > 1) ;
                var names = from seat in seats where seat > 1 orderby seat descending select seat.ToString();
                Func<int, int, int> add = (left, right) => left + right;
                Console.WriteLine(string.Join(", ", names) + add(1, -2) + Describe(limit));
            }
            catch (FormatException problem) when (problem.Message != null)
            {
                Console.Error.WriteLine(problem.Message);
                throw;
            }
            finally
            {
                evening.Dispose();
            }
            using (var file = System.IO.File.OpenText(path))
            {
                string line;
                while ((line = file.ReadLine()) != null)
                {
                    if (line is string word && word.Length > 3) Console.WriteLine(word as object);
                }
            }
            int Twice(int value)
            {
                return value * 2;
            }
            var pair = (seat: Twice(3), price: evening.Price);
            var anonymous = new { pair.seat, Angle = angle, Grade = (int)grade };
            Console.WriteLine(anonymous.seat % 7 == 0 ? true : false);
            unsafe
            {
                fixed (char* first = path)
                {
                    *first = 'x';
                }
            }
#if DEBUG
            Console.WriteLine(Search(new int[][] { new[] { 1 } }, 1));
#endif
            return typeof(Program) == null ? sizeof(int) : default;
        }
    }

    public class Snack : IPriced
    {
        public decimal Price => 3;
        public decimal Discounted(int percent) => Price;
    }
}
