// A small machine: counter, memory, arithmetic unit, receiver, and a bench that drives them.
`timescale 1ns / 1ps
`define WIDTH 8
`include "defs.vh"

module adder #(parameter N = 8) (
  input wire [N-1:0] a,
  input wire [N-1:0] b,
  input wire carry_in,
  output wire [N-1:0] sum,
  output wire carry_out
);
  assign {carry_out, sum} = a + b + carry_in;
endmodule

module half_adder(x, y, s, c);
  input x, y;
  output s, c;
  xor g1(s, x, y);
  and #2 g2(c, x, y);
endmodule

module counter(
  input wire clk,
  input wire rst_n,
  input wire enable,
  input wire [1:0] mode,
  output reg [`WIDTH-1:0] count
);
  localparam UP = 2'b00, DOWN = 2'b01;
  parameter STEP = 1;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      count <= 0;
    end else if (enable) begin
      case (mode)
        UP: count <= count + STEP;
        DOWN: count <= count - STEP;
        2'b10, 2'b11: begin
          count <= count << 1;
        end
        default: count <= 8'hxx;
      endcase
    end
  end
endmodule

/* An arithmetic unit
   without registers. */
module alu(
  input wire [7:0] a, b,
  input wire [2:0] op,
  output reg [7:0] result,
  output wire zero
);
  wire signed [7:0] sa;
  wire [7:0] both;
  assign sa = a;
  assign both = a & b;
  assign zero = (result == 8'd0) ? 1'b1 : 1'b0;

  always @(*) begin
    result = 8'b0;
    casez (op)
      3'b000: result = a + b;
      3'b001: result = a - b;
      3'b010: result = both | ~(a ^ b);
      3'b011: result = {a[3:0], b[7:4]};
      3'b10?: result = {2{a[3:0]}};
      3'b110: result = sa >>> 2;
      default: begin
        if (a < b && a != 8'h00 || &a)
          result = 1;
        else
          result = 0;
      end
    endcase
  end
endmodule

module memory #(parameter DEPTH = 16, parameter WIDTH = 8) (
  input wire clk, write,
  input wire [3:0] address,
  input wire [WIDTH-1:0] data_in,
  output reg [WIDTH-1:0] data_out
);
  reg [WIDTH-1:0] cells [0:DEPTH-1];
  integer i;

  initial begin
    for (i = 0; i < DEPTH; i = i + 1)
      cells[i] = 0;
    $readmemh("start.hex", cells);
  end

  always @(posedge clk) begin
    if (write) cells[address] <= data_in;
    data_out <= cells[address];
  end
endmodule

module receiver(input wire clk, input wire reset, input wire line, output reg ready, output reg [7:0] data);
  localparam [1:0] IDLE = 0, START = 1, DATA = 2, STOP = 3;
  reg [1:0] state, next;
  reg [2:0] bit_index;

  always @(posedge clk)
    if (reset) state <= IDLE;
    else state <= next;

  always @* begin
    next = state;
    case (state)
      IDLE: if (!line) next = START;
      START: next = DATA;
      DATA: if (bit_index == 3'd7) next = STOP;
      STOP: next = line ? IDLE : STOP;
    endcase
  end

  always @(posedge clk) begin : shift
    if (state == DATA) begin
      data <= {line, data[7:1]};
      bit_index <= bit_index + 1'b1;
    end else begin
      bit_index <= 3'd0;
    end
    ready <= (state == STOP);
  end
endmodule

module ripple #(parameter N = 4) (input wire [N-1:0] p, q, output wire [N-1:0] total, output wire over);
  wire [N:0] carry;
  genvar k;
  assign carry[0] = 1'b0;
  generate
    for (k = 0; k < N; k = k + 1) begin : stage
      wire s1, c1, c2;
      half_adder first(.x(p[k]), .y(q[k]), .s(s1), .c(c1));
      half_adder second(.x(s1), .y(carry[k]), .s(total[k]), .c(c2));
      or join_carry(carry[k+1], c1, c2);
    end
    if (N > 4) begin : wide
      assign over = carry[N];
    end else begin : narrow
      assign over = |carry;
    end
  endgenerate
endmodule

module helpers;
  function [7:0] reverse;
    input [7:0] value;
    integer n;
    begin
      for (n = 0; n < 8; n = n + 1) begin
        reverse[n] = value[7-n];
      end
    end
  endfunction

  function automatic integer gcd(input integer a, input integer b);
    if (b == 0) gcd = a;
    else gcd = gcd(b, a % b);
  endfunction

  task show;
    input [7:0] value;
    begin
      $display("%t value %h", $time, value);
    end
  endtask
endmodule

module bench;
  reg clk = 0;
  reg rst_n, enable;
  reg [1:0] mode;
  wire [7:0] count;
  real average;
  time started;
  event finished;
  integer errors, tries;

  counter #(.STEP(2)) dut (.clk(clk), .rst_n(rst_n), .enable(enable), .mode(mode), .count(count));

  always #5 clk = ~clk;

  initial begin
    $dumpfile("bench.vcd");
    $dumpvars(0, bench);
    errors = 0;
    tries = 0;
    rst_n = 0;
    #12 rst_n = 1;
    enable <= #1 1'b1;
    repeat (5) @(posedge clk);
    while (count < 8'd20 && tries < 100) begin
      @(negedge clk);
      tries = tries + 1;
    end
    wait (count[0] == 1'b0);
    if (count !== 8'd20) begin
      errors = errors + 1;
      $display("wrong: %d", count);
    end
    fork
      #10 mode = 2'b01;
      #20 enable = 0;
    join
    force rst_n = 0;
    release rst_n;
    average = 1.5 * tries / 2.0e1;
    -> finished;
  end

  initial begin : watchdog
    started = $time;
    forever begin
      #1000;
      if ($time - started > 10000) disable watchdog;
    end
  end

  always @(finished) begin
    $monitor("%b", count);
    $finish;
  end
endmodule
