# A small laboratory: samples, statistics and a simulation.

module Laboratory

using LinearAlgebra: dot, norm
using Random
import Base: show, +, length
import Statistics

export Sample, summarize, simulate

const MAX_STEPS = 1_000
const UNITS = Dict("mm" => 1e-3, "m" => 1.0, "km" => 1e3)

abstract type Measurement end
abstract type Shape <: Any end
primitive type Tiny 8 end

struct Sample{T<:Real} <: Measurement
    name::String
    values::Vector{T}
    unit::Symbol
end

Sample(name, values) = Sample(name, collect(values), :m)

mutable struct Counter
    count::Int
    last
    Counter() = new(0, nothing)
end

struct Circle <: Shape
    radius::Float64
end

struct Rectangle <: Shape
    width::Float64
    height::Float64
end

area(c::Circle) = π * c.radius^2
area(r::Rectangle) = r.width * r.height

length(s::Sample) = length(s.values)
+(a::Counter, b::Int) = (a.count += b; a)

function show(io::IO, s::Sample)
    print(io, "Sample ", s.name, " of $(length(s)) values")
end

# Mean and deviation of the values.
function summarize(s::Sample{T}; digits::Int = 2, verbose = false)::Tuple where {T<:Real}
    n = length(s)
    if n == 0
        error("no values in $(s.name)")
    elseif n == 1
        return (s.values[1], zero(T))
    else
        mean = sum(s.values) / n
    end
    squares = [(x - mean)^2 for x in s.values if !isnan(x)]
    deviation = sqrt(sum(squares) / (n - 1))
    verbose && println("mean: ", mean)
    return (round(mean; digits), round(deviation; digits = digits))
end

function sieve(limit)
    marked = falses(limit)
    primes = Int[]
    for i in 2:limit
        marked[i] && continue
        push!(primes, i)
        for j = i*i:i:limit
            marked[j] = true
        end
    end
    primes
end

function collatz(n::Integer)
    steps = 0
    while n != 1
        if n % 2 == 0
            n ÷= 2
        else
            n = 3n + 1
        end
        steps += 1
        steps > MAX_STEPS && break
    end
    steps
end

function gcd_of(a, b)
    while b ≠ 0
        a, b = b, a % b
    end
    a
end

function bubble!(v)
    n = length(v)
    while true
        swapped = false
        for i in 1:n-1
            if v[i] > v[i+1]
                v[i], v[i+1] = v[i+1], v[i]
                swapped = true
            end
        end
        swapped || break
    end
    return v
end

function parse_number(text; default = 0)
    value = default
    try
        value = parse(Float64, strip(text))
    catch problem
        if problem isa ArgumentError
            @warn "not a number" text
        else
            rethrow()
        end
    finally
        global parsed = true
    end
    value
end

function simulate(steps = 100; seed = 0)
    rng = MersenneTwister(seed)
    position = [0.0, 0.0]
    path = Vector{Float64}[]
    for step in 1:steps
        angle = 2π * rand(rng)
        position .+= [cos(angle), sin(angle)]
        push!(path, copy(position))
    end
    distance = norm(position)
    (; path, distance)
end

function apply_twice(f, x...)
    f(f(x...))
end

function histogram(values, edges)
    counts = zeros(Int, length(edges) - 1)
    for x in values, k in eachindex(counts)
        if edges[k] <= x < edges[k+1]
            counts[k] += 1
        end
    end
    counts
end

macro twice(expression)
    quote
        $(esc(expression))
        $(esc(expression))
    end
end

end # module

using .Laboratory

s = Laboratory.Sample("rod", [1.5, 2.25, 3.0])
println(s)
mean, deviation = summarize(s; digits = 3)

total = let
    local sum = 0
    for i in 1:10
        sum += i
    end
    sum
end

shapes = [Laboratory.Circle(1), Laboratory.Rectangle(2, 3)]
areas = Laboratory.area.(shapes)
largest = maximum(areas) > 5 ? "large" : "small"
matrix = [1 2; 3 4]
product = matrix * matrix' .- 1
column = matrix[:, end]
names = map(shapes) do shape
    string(typeof(shape))
end

squares = Dict(i => i^2 for i in 1:3)
evens = filter(x -> x % 2 == 0, values(squares))
letters = ['a', 'b', '\n']
pattern = r"\d+"i
command = `ls -l`
text = """
    a long
    text
    """

for (key, value) in squares
    println(key, '=', value)
end

begin
    counter = Laboratory.Counter()
    counter + 3
    Laboratory.@twice counter.count -= 1
end

function first_negative(values)
    for (i, v) in enumerate(values)
        v < 0 && return i
    end
    nothing
end

compose(f, g) = x -> f(g(x))
add_one(x) = x + 1
double = compose(add_one, x -> 2x)
if isnothing(first_negative([1, -1])) || !true
    println("none")
else
    println("found ", double(3), " ", add_one(1) |> sqrt)
end
@assert Laboratory.gcd_of(12, 18) == 6 "wrong"
@time Laboratory.bubble!([3, 1, 2])
println(Laboratory.sieve(30), Laboratory.collatz(27), 5 in 1:3, 0xff & 3 << 2)
return_code = Laboratory.parse_number("4.5") |> Int ∘ floor
