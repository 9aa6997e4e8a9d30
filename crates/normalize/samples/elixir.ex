#!/usr/bin/env elixir
# A small library: books, members, loans, and the statistics of a year.

defmodule Library.Book do
  @moduledoc """
  A book that may be lent.
  """

  @enforce_keys [:title, :author]
  defstruct [:title, :author, year: 1900, copies: 1]

  @type t :: %__MODULE__{
          title: String.t(),
          author: String.t(),
          year: integer(),
          copies: non_neg_integer()
        }

  @doc "Whether somebody may borrow it."
  @spec free?(t()) :: boolean()
  def free?(%__MODULE__{copies: copies}), do: copies > 0

  def lend!(%__MODULE__{copies: 0} = book) do
    raise ArgumentError, message: "no copy of #{book.title} is left"
  end

  def lend!(%__MODULE__{} = book) do
    %{book | copies: book.copies - 1}
  end

  def compare(%{year: a}, %{year: b}) when a < b, do: :older
  def compare(%{year: a}, %{year: b}) when a > b, do: :newer
  def compare(_left, _right), do: :same
end

defprotocol Library.Printable do
  @fallback_to_any true
  def line(thing)
end

defimpl Library.Printable, for: Library.Book do
  def line(book), do: "#{book.title} (#{book.author}, #{book.year})"
end

defimpl Library.Printable, for: Any do
  def line(thing), do: inspect(thing)
end

defmodule Library.Lists do
  import Kernel, except: [length: 1]
  require Logger

  defmacro unless_empty(list, do: body) do
    quote do
      case unquote(list) do
        [] -> nil
        _ -> unquote(body)
      end
    end
  end

  def length([]), do: 0
  def length([_ | rest]), do: 1 + length(rest)

  def reverse(list, acc \\ [])
  def reverse([], acc), do: acc
  def reverse([head | tail], acc), do: reverse(tail, [head | acc])

  def quicksort([]), do: []

  def quicksort([pivot | rest]) do
    {small, large} = Enum.split_with(rest, fn x -> x <= pivot end)
    quicksort(small) ++ [pivot] ++ quicksort(large)
  end

  def merge([], right), do: right
  def merge(left, []), do: left

  def merge([l | left], [r | right]) do
    if l <= r do
      [l | merge(left, [r | right])]
    else
      [r | merge([l | left], right)]
    end
  end

  def gcd(a, 0), do: abs(a)
  def gcd(a, b), do: gcd(b, rem(a, b))

  def primes(limit) do
    for n <- 2..limit, Enum.all?(2..max(2, n - 1), &(n == 2 or rem(n, &1) != 0)), into: [] do
      n
    end
  end

  def pythagoras(n) do
    for a <- 1..n, b <- a..n, c <- b..n, a * a + b * b == c * c, do: {a, b, c}
  end
end

defmodule Library.Words do
  @stop ~w(the a of and)a
  @pattern ~r/[[:alpha:]]+/u

  def count(text) do
    text
    |> String.downcase()
    |> then(&Regex.scan(@pattern, &1))
    |> List.flatten()
    |> Enum.reject(&(String.to_atom(&1) in @stop))
    |> Enum.reduce(%{}, fn word, counts ->
      Map.update(counts, word, 1, fn old -> old + 1 end)
    end)
    |> Enum.sort_by(fn {word, n} -> {-n, word} end)
  end

  def caesar(text, shift) do
    for <<c <- text>>, into: "" do
      cond do
        c in ?a..?z -> <<rem(c - ?a + shift, 26) + ?a>>
        c in ?A..?Z -> <<rem(c - ?A + shift, 26) + ?A>>
        true -> <<c>>
      end
    end
  end

  def header(<<"LIB", version::8, size::little-16, rest::binary>>) do
    {:ok, version, binary_part(rest, 0, size)}
  end

  def header(_other), do: {:error, :no_header}
end

defmodule Library.Desk do
  use GenServer
  alias Library.{Book, Printable}

  @limit 3

  def start_link(books, options \\ []) do
    GenServer.start_link(__MODULE__, books, options)
  end

  def borrow(desk, who, title), do: GenServer.call(desk, {:borrow, who, title})
  def give_back(desk, who, title), do: GenServer.cast(desk, {:back, who, title})

  @impl true
  def init(books) do
    {:ok, %{books: Map.new(books, &{&1.title, &1}), loans: %{}}}
  end

  @impl true
  def handle_call({:borrow, who, title}, _from, state) do
    mine = Map.get(state.loans, who, [])

    with {:ok, book} <- Map.fetch(state.books, title),
         true <- Book.free?(book),
         true <- Kernel.length(mine) < @limit do
      books = Map.put(state.books, title, Book.lend!(book))
      loans = Map.put(state.loans, who, [title | mine])
      {:reply, {:ok, Printable.line(book)}, %{state | books: books, loans: loans}}
    else
      :error -> {:reply, {:error, :unknown}, state}
      false -> {:reply, {:error, :not_now}, state}
    end
  end

  @impl true
  def handle_cast({:back, who, title}, state) do
    loans = update_in(state.loans[who], fn titles -> List.delete(titles || [], title) end)
    books = Map.update!(state.books, title, &%Book{&1 | copies: &1.copies + 1})
    {:noreply, %{state | books: books, loans: loans}}
  end

  defp overdue?(days) when is_integer(days) and days > 28, do: true
  defp overdue?(_days), do: false

  def fine(days) do
    unless overdue?(days) do
      0
    else
      Float.round((days - 28) * 0.15, 2)
    end
  end
end

defmodule Library.Report do
  def parse(line) do
    try do
      [title, author, year] = String.split(line, ";", trim: true)
      {:ok, %Library.Book{title: title, author: author, year: String.to_integer(year)}}
    rescue
      error in [MatchError, ArgumentError] ->
        {:error, Exception.message(error)}
    catch
      :exit, reason -> {:error, reason}
    after
      IO.write(".")
    end
  end

  def listen(count) do
    receive do
      {:loan, title} when count > 0 ->
        IO.puts("lent: " <> title)
        listen(count - 1)

      :stop ->
        {:stopped, count}
    after
      1_000 -> :timeout
    end
  end

  def chart(values) do
    Enum.each(values, fn {name, value} ->
      bar = String.duplicate("*", div(value * 20, 100))
      IO.puts(~s(#{String.pad_leading(name, 8)} | #{bar}))
    end)
  end
end

books = [
  %Library.Book{title: "Emma", author: "Austen", year: 1815, copies: 2},
  %Library.Book{title: "Middlemarch", author: "Eliot", year: 1871}
]

{:ok, desk} = Library.Desk.start_link(books)
IO.inspect(Library.Desk.borrow(desk, :anna, "Emma"))
Library.Desk.give_back(desk, :anna, "Emma")
parent = self()
spawn(fn -> send(parent, {:loan, "Emma"}); send(parent, :stop) end)
result = Library.Report.listen(0x0A)
IO.puts("done: #{inspect(result)}, #{Library.Words.caesar("Abc", 3)}")
Library.Report.chart(spring: 40, summer: 75, "late autumn": 0)
not is_nil(result) && IO.puts('bye' ++ [?\n]) || exit(:normal)
