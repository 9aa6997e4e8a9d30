#!/usr/bin/env ruby
# frozen_string_literal: true

require "set"
require_relative 'helpers'

=begin
A library lends books to readers and keeps a journal.
=end
module Library
  VERSION = "1.2"
  LIMITS = { child: 2, adult: 5, "guest" => 1 }.freeze
  GENRES = %w[novel poem essay]
  STATES = %i[free lent lost]

  class LoanError < StandardError; end

  # A book knows whether it is lent.
  class Book
    include Comparable
    attr_reader :title, :year
    attr_accessor :state

    @@count = 0

    def initialize(title, year = 2000, state: :free, **rest)
      @title = title
      @year = year
      @state = state
      @notes = rest[:notes] || []
      @@count += 1
    end

    def self.count
      @@count
    end

    def <=>(other)
      year <=> other.year
    end

    def free?
      @state == :free
    end

    def lend!
      raise LoanError, "#{title} is lent" unless free?
      @state = :lent
      self
    end

    def to_s = "#{@title} (#{@year})"

    protected

    def notes
      @notes.dup
    end
  end

  class Reader
    def initialize(name, kind = :adult)
      @name, @kind = name, kind
      @books = Set.new
    end

    def borrow(book)
      limit = LIMITS.fetch(@kind, 0)
      if @books.size >= limit
        return false
      elsif !book.free?
        return nil
      else
        book.lend!
        @books << book
      end
      true
    rescue LoanError => error
      warn error.message
      false
    else
      true
    ensure
      log(:borrow, book)
    end

    def give_back(book)
      return unless @books.include?(book)
      book.state = :free
      @books.delete(book)
      log(:back, book) if $verbose
    end

    def each
      return enum_for(:each) unless block_given?
      @books.each { |book| yield book }
    end

    private

    def log(event, book)
      line = format("%-8s %s", event, book)
      puts line and return if line.empty?
      $stdout.puts(line)
    end
  end
end

# Numbers

def gcd(a, b)
  while b != 0
    a, b = b, a % b
  end
  a
end

def prime?(n)
  return false if n < 2
  d = 2
  until d * d > n
    return false if (n % d).zero?
    d += 1
  end
  true
end

def sort(values)
  list = values.dup
  begin
    swapped = false
    (0...list.size - 1).each do |i|
      next if list[i] <= list[i + 1]
      list[i], list[i + 1] = list[i + 1], list[i]
      swapped = true
    end
  end while swapped
  list
end

def fibonacci(n, memo = {})
  return n if n < 2
  memo[n] ||= fibonacci(n - 1, memo) + fibonacci(n - 2, memo)
end

def grade(points)
  case points
  when 90..100 then "A"
  when 75...90
    "B"
  when nil, :absent
    "-"
  else
    points < 0 ? "?" : "C"
  end
end

def describe(shape)
  case shape
  in { kind: :circle, radius: Integer | Float => r }
    3.14159 * r**2
  in [x, y] if x == y
    x * y
  in [first, *rest]
    first + rest.sum
  else
    0
  end
end

def attempt(times: 3)
  tries = 0
  begin
    tries += 1
    yield tries
  rescue ArgumentError, TypeError => e
    retry if tries < times
    raise
  end
end

def counter
  count = 0
  increment = lambda { |by = 1| count += by }
  decrement = ->(by) { count -= by }
  [increment, decrement]
end

class Stack
  def initialize(*items, &block)
    @items = items
    @on_push = block
  end

  def push(item)
    @items.push(item)
    @on_push&.call(item)
    self
  end
  alias << push

  def pop = @items.pop

  def method_missing(name, *args)
    if @items.respond_to?(name)
      @items.public_send(name, *args)
    else
      super
    end
  end

  def respond_to_missing?(name, include_private = false)
    @items.respond_to?(name) || super
  end

  class << self
    def of(*items)
      new(*items)
    end
  end
end

books = [
  Library::Book.new("Dune", 1965),
  Library::Book.new("Emma", 1815, notes: ["worn"]),
  Library::Book.new("Ulysses", 1922)
]
reader = Library::Reader.new("Ada", :child)

for book in books do
  reader.borrow(book)
end

oldest = books.min
by_state = books.group_by(&:state)
by_state.each_pair do |state, group|
  puts "#{state}: #{group.map(&:to_s).join(', ')}"
end

text = <<~TEXT
  Oldest: #{oldest}
  Count: #{Library::Book.count}
TEXT
puts text

words = text.scan(/[a-z]+/i).tally.select { |_, n| n > 1 }
total = (1..10).step(3).inject(0) { |sum, i| sum + i }
up, down = counter
up.call(5)
down.(2)

loop do
  total -= 7
  break if total <= 0
  redo if total == 13
end

attempt(times: 2) do |n|
  raise ArgumentError, 'again' if n == 1
  puts "worked at try #{n}"
end

stack = Stack.of(1, 2) { |item| print item, ?\n }
stack << 3
stack.push 4.5e1
puts stack.pop, stack.size, defined?(stack) ? 1 : 0
puts grade(80), describe({ kind: :circle, radius: 2 }), words.empty?
puts [gcd(12, 18), prime?(97), fibonacci(20), sort([3, 1, 2])].inspect
puts `date` unless ENV["QUIET"] or not $PROGRAM_NAME
x = 0b1010 ^ 0xff & ~1_000
x <<= 2 unless x.nil? && true
BEGIN { $verbose = false }
END { puts "bye" }
