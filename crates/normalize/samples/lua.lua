#!/usr/bin/env lua
-- A small inventory: stock, orders and a report.

local Inventory = {}
Inventory.__index = Inventory

local MAX_ITEMS <const> = 1000
local VAT = 0.19
local counter = 0

--[[ Makes an empty inventory.
     `name` is shown in reports. ]]
function Inventory.new(name)
  local self = setmetatable({}, Inventory)
  self.name = name or "unnamed"
  self.items = {}
  self.orders = { count = 0, ["last"] = nil }
  return self
end

function Inventory:add(id, price, amount)
  if type(id) ~= "string" then
    error("an id is a string", 2)
  elseif price < 0 then
    return nil, "negative price"
  elseif #self.items >= MAX_ITEMS then
    return nil, "full"
  else
    amount = amount or 1
  end
  local item = self:find(id)
  if item then
    item.amount = item.amount + amount
  else
    table.insert(self.items, { id = id, price = price, amount = amount })
  end
  counter = counter + 1
  return true
end

function Inventory:find(id)
  for index, item in ipairs(self.items) do
    if item.id == id then
      return item, index
    end
  end
end

function Inventory:remove(id, amount)
  local item, index = self:find(id)
  if not item or item.amount < amount then return false end
  item.amount = item.amount - amount
  if item.amount == 0 then
    table.remove(self.items, index)
  end
  return true
end

function Inventory:total()
  local sum = 0
  for i = 1, #self.items do
    local item = self.items[i]
    sum = sum + item.price * item.amount
  end
  return sum, sum * (1 + VAT)
end

local function by_price(a, b)
  return a.price > b.price
end

local function join(separator, ...)
  local parts = { ... }
  local text = ""
  for i, part in ipairs(parts) do
    text = text .. (i > 1 and separator or "") .. tostring(part)
  end
  return text
end

function Inventory:report(out)
  out = out or io.write
  table.sort(self.items, by_price)
  out("== ", self.name, " ==\n")
  for _, item in ipairs(self.items) do
    out(string.format("%-10s %6.2f x %d\n", item.id, item.price, item.amount))
  end
  local net, gross = self:total()
  out(join("; ", "net " .. net, "gross " .. gross), '\n')
end

-- Numbers ------------------------------------------------------------

local function gcd(a, b)
  while b ~= 0 do
    a, b = b, a % b
  end
  return a
end

local function is_prime(n)
  if n < 2 then return false end
  local d = 2
  repeat
    if n % d == 0 and n ~= d then
      return false
    end
    d = d + 1
  until d * d > n
  return true
end

local function collatz(n)
  local steps = 0
  while true do
    if n == 1 then break end
    if n // 1 % 2 == 0 then
      n = n // 2
    else
      n = 3 * n + 1
    end
    steps = steps + 1
  end
  return steps
end

local function bits(n)
  local count = 0
  while n > 0 do
    count = count + (n & 1)
    n = n >> 1
  end
  return count, ~n, (n | 1) ~ 3, n << 2
end

local function fibonacci(n, memo)
  memo = memo or {}
  if n <= 2 then return 1 end
  if memo[n] then return memo[n] end
  memo[n] = fibonacci(n - 1, memo) + fibonacci(n - 2, memo)
  return memo[n]
end

local function sort(values)
  for i = #values, 2, -1 do
    local swapped = false
    for j = 1, i - 1 do
      if values[j] > values[j + 1] then
        values[j], values[j + 1] = values[j + 1], values[j]
        swapped = true
      end
    end
    if not swapped then goto done end
  end
  ::done::
  return values
end

-- A queue with two stacks
local Queue = setmetatable({}, {
  __call = function(class)
    return setmetatable({ first = 0, last = -1 }, { __index = class })
  end,
})

function Queue:push(value)
  local last = self.last + 1
  self.last = last
  self[last] = value
end

function Queue:pop()
  local first = self.first
  if first > self.last then return nil end
  local value = self[first]
  self[first] = nil
  self.first = first + 1
  return value
end

local function generate(n)
  return coroutine.wrap(function()
    for i = 1, n do
      coroutine.yield(i * i)
    end
  end)
end

local function map(list, f)
  local mapped = {}
  for key, value in pairs(list) do mapped[key] = f(value, key) end
  return mapped
end

do
  local shop = Inventory.new "corner shop"
  shop:add("apple", 0.5, 10)
  shop:add("pear", .75)
  assert(shop:remove("apple", 3))
  local ok, problem = shop:add("plum", -1)
  if not ok then print("refused: " .. problem) end
  shop:report()
end

local queue = Queue()
for value in generate(5) do queue:push(value) end
local text = [[
long text, with "quotes"
]]
local hex, power = 0xFF, 2 ^ 10
local function show(...) print(select("#", ...), ...) end
show(gcd(12, 18), is_prime(97), collatz(27))
show(bits(hex), fibonacci(20), text, power)
local doubled = map({ 1, 2, 3; four = 4 }, function(x) return x * 2 end)
local status, message = pcall(function() error { code = 42 } end)
print(status, type(message) == "table" and message.code or message)
print(table.concat(sort { 5, 3, 9, 1 }, ", "), doubled.four, counter)
local value = queue:pop();
while value do
  print(value)
  value = queue:pop()
end
