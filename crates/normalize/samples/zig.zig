//! A stack, a queue, some numbers and texts.
const std = @import("std");
const builtin = @import("builtin");
const Allocator = std.mem.Allocator;
const print = std.debug.print;

pub const limit: usize = 0x100;
var counter: u32 = 0;

/// What may go wrong.
const StackError = error{
    Empty,
    Full,
};

const Kind = enum(u8) {
    number,
    sign,
    word = 10,

    fn isWord(self: Kind) bool {
        return self == .word;
    }
};

const Token = union(Kind) {
    number: i64,
    sign: u8,
    word: []const u8,
};

const help =
    \\usage: zig-demo [-v] FILE
    \\It's a "demo".
    \\
;

pub fn Stack(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        size: usize = 0,
        allocator: Allocator,

        pub fn init(allocator: Allocator, capacity: usize) !Self {
            return Self{
                .items = try allocator.alloc(T, capacity),
                .allocator = allocator,
            };
        }

        pub fn deinit(self: *Self) void {
            self.allocator.free(self.items);
            self.* = undefined;
        }

        pub fn push(self: *Self, item: T) StackError!void {
            if (self.size >= self.items.len) {
                return StackError.Full;
            }
            self.items[self.size] = item;
            self.size += 1;
        }

        pub fn pop(self: *Self) ?T {
            if (self.size == 0) return null;
            self.size -= 1;
            return self.items[self.size];
        }
    };
}

const Point = packed struct {
    x: f32,
    y: f32,

    pub fn length(p: Point) f32 {
        return @sqrt(p.x * p.x + p.y * p.y);
    }

    pub fn add(a: Point, b: Point) Point {
        return .{ .x = a.x + b.x, .y = a.y + b.y };
    }
};

fn gcd(a: u64, b: u64) u64 {
    var x = a;
    var y = b;
    while (y != 0) {
        const rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

fn fibonacci(n: u32) u64 {
    if (n < 2) return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

fn isPrime(n: u32) bool {
    if (n < 2) {
        return false;
    }
    var i: u32 = 2;
    while (i * i <= n) : (i += 1) {
        if (n % i == 0) return false;
    }
    return true;
}

fn sort(items: []i32) void {
    for (items, 0..) |_, i| {
        var smallest = i;
        for (i + 1..items.len) |j| {
            if (items[j] < items[smallest]) smallest = j;
        }
        const kept = items[i];
        items[i] = items[smallest];
        items[smallest] = kept;
    }
}

fn search(sorted: []const i32, wanted: i32) ?usize {
    var low: usize = 0;
    var high = sorted.len;
    while (low < high) {
        const middle = low + (high - low) / 2;
        if (sorted[middle] == wanted) {
            return middle;
        } else if (sorted[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return null;
}

fn classify(c: u8) Kind {
    return switch (c) {
        '0'...'9' => .number,
        '+', '-', '*', '/', '\'' => .sign,
        'a'...'z', 'A'...'Z', '"' => .word,
        else => unreachable,
    };
}

fn countWords(text: []const u8) usize {
    var count: usize = 0;
    var inside = false;
    for (text) |c| {
        const blank = c == ' ' or c == '\n' or c == '\t';
        if (!blank and !inside) {
            count += 1;
        }
        inside = !blank;
    }
    return count;
}

fn reverse(text: []u8) void {
    var left: usize = 0;
    var right = text.len;
    while (left < right) : (left += 1) {
        right -= 1;
        const c = text[left];
        text[left] = text[right];
        text[right] = c;
    }
}

fn evaluate(source: []const u8, stack: *Stack(i64)) !i64 {
    var parts = std.mem.tokenizeScalar(u8, source, ' ');
    outer: while (parts.next()) |part| {
        if (part.len == 1 and classify(part[0]) == .sign) {
            const b = stack.pop() orelse return StackError.Empty;
            const a = stack.pop() orelse break :outer;
            const result = switch (part[0]) {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => @divTrunc(a, b),
                else => continue,
            };
            try stack.push(result);
        } else {
            const value = std.fmt.parseInt(i64, part, 10) catch |err| {
                print("bad number {s}: {}\n", .{ part, err });
                return err;
            };
            try stack.push(value);
        }
    }
    return stack.pop() orelse 0;
}

fn show(token: Token) void {
    switch (token) {
        .number => |n| print("number {d}\n", .{n}),
        .sign => |s| print("sign {c}\n", .{s}),
        .word => |w| print("word \"{s}\"\n", .{w}),
    }
}

pub fn main() !void {
    var arena = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    defer arena.deinit();
    const allocator = arena.allocator();
    var stack = try Stack(i64).init(allocator, limit);
    errdefer stack.deinit();
    const result = try evaluate("3 4 + 2 *", &stack);
    print("result {d}, {s}", .{ result, help });
    var numbers = [_]i32{ 5, 3, -9, 1_000, 0 };
    sort(numbers[0..]);
    if (search(&numbers, 3)) |at| {
        print("found at {}\n", .{at});
    }
    const p = Point{ .x = 3.0, .y = 4e0 };
    print("length {d:.2} {}\n", .{ p.add(p).length(), gcd(84, 36) });
    show(.{ .word = "it's" });
    counter +%= @as(u32, @intCast(numbers.len)) << 2;
}

test "primes and words" {
    try std.testing.expect(isPrime(31) and !isPrime(33));
    try std.testing.expectEqual(@as(usize, 2), countWords("two words"));
    try std.testing.expectEqual(@as(u64, 55), fibonacci(10));
}
