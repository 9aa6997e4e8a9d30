-- A small processor on a board: register file, arithmetic unit, a stack of
-- bytes, a serial sender and a test bench that runs them all.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package machine is
  constant width   : integer := 8;
  constant depth   : natural := 16#10#;
  constant no_byte : std_logic_vector(7 downto 0) := x"00";
  type operation is (add, subtract, both, either, shift, nothing);
  type storage is array (0 to depth - 1) of std_logic_vector(width - 1 downto 0);
  type packet is record
    address : unsigned(3 downto 0);
    payload : std_logic_vector(width - 1 downto 0);
    valid   : std_logic;
  end record;
  function parity(value : std_logic_vector) return std_logic;
  component counter is
    generic (limit : positive := 10);
    port (clk, rst : in std_logic; full : out std_logic);
  end component;
end package machine;

package body machine is
  function parity(value : std_logic_vector) return std_logic is
    variable result : std_logic := '0';
  begin
    for i in value'range loop
      result := result xor value(i);
    end loop;
    return result;
  end function parity;
end package body machine;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.machine.all;

entity counter is
  generic (limit : positive := 10);
  port (
    clk, rst : in  std_logic;
    full     : out std_logic
  );
end entity counter;

architecture behaviour of counter is
  signal value : integer range 0 to limit := 0;
begin
  step : process (clk, rst)
  begin
    if rst = '1' then
      value <= 0;
    elsif rising_edge(clk) then
      if value < limit then
        value <= value + 1;
      else
        value <= 0;
      end if;
    end if;
  end process step;

  full <= '1' when value = limit else '0';
end architecture behaviour;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.machine.all;

entity unit is
  port (
    op     : in  operation;
    a, b   : in  std_logic_vector(width - 1 downto 0);
    result : out std_logic_vector(width - 1 downto 0);
    zero   : out std_logic
  );
end unit;

architecture gates of unit is
  signal sum : unsigned(width downto 0);
begin
  sum <= ('0' & unsigned(a)) + unsigned(b);

  choose : process (op, a, b, sum)
    variable value : std_logic_vector(width - 1 downto 0);
  begin
    case op is
      when add =>
        value := std_logic_vector(sum(width - 1 downto 0));
      when subtract =>
        value := std_logic_vector(unsigned(a) - unsigned(b));
      when both => value := a and b;
      when either => value := a or b;
      when shift =>
        value := a(width - 2 downto 0) & '0';
      when others =>
        null;
    end case;
    result <= value;
    if value = no_byte then
      zero <= '1';
    else
      zero <= '0';
    end if;
  end process choose;
end gates;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.machine.all;

entity stack is
  port (
    clk, push, pop : in  std_logic;
    input          : in  packet;
    top            : out std_logic_vector(7 downto 0);
    empty          : out boolean
  );
end stack;

architecture memory of stack is
  signal cells   : storage := (others => (others => '0'));
  signal pointer : integer range 0 to depth := 0;
  alias lowest   : std_logic_vector(7 downto 0) is cells(0);
  attribute keep : string;
  attribute keep of pointer : signal is "true";
begin
  process (clk)
  begin
    if clk'event and clk = '1' then
      if push = '1' and input.valid = '1' and pointer /= depth then
        cells(pointer) <= input.payload;
        pointer <= pointer + 1;
      elsif pop = '1' and pointer > 0 then
        pointer <= pointer - 1;
      end if;
    end if;
  end process;

  with pointer select top <=
    lowest when 0,
    cells(pointer - 1) when others;
  empty <= pointer = 0;

  checks : for i in 0 to 3 generate
    watch : entity work.counter
      generic map (limit => 2 ** i)
      port map (clk => clk, rst => push, full => open);
  end generate checks;
end memory;

library ieee;
use ieee.std_logic_1164.all;
use work.machine.all;

entity sender is
  port (clk, start : in std_logic; byte : in std_logic_vector(7 downto 0); line, busy : out std_logic);
end sender;

architecture machine of sender is
  type state is (idle, start_bit, sending, stop_bit);
  signal current, following : state := idle;
  signal position : natural range 0 to 7;
begin
  busy <= '0' when current = idle else '1';

  transitions : process (current, start, position, byte)
  begin
    following <= current;
    line <= '1';
    case current is
      when idle =>
        if start = '1' then
          following <= start_bit;
        end if;
      when start_bit =>
        line <= '0';
        following <= sending;
      when sending =>
        line <= byte(position);
        if position = 7 then
          following <= stop_bit;
        end if;
      when stop_bit =>
        line <= parity(byte);
        following <= idle;
    end case;
  end process;

  clocked : process
  begin
    wait until rising_edge(clk);
    current <= following;
    if current = sending and position < 7 then
      position <= position + 1;
    else
      position <= 0;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;
use work.machine.all;

entity bench is
end bench;

architecture test of bench is
  signal clk, start, busy, line : std_logic := '0';
  signal data : std_logic_vector(7 downto 0) := "10100101";
begin
  clk <= not clk after 5 ns;
  under_test : entity work.sender port map (clk, start, data, line, busy);

  drive : process
    variable rounds : integer := 0;
  begin
    while rounds < 4 loop
      start <= '1';
      wait for 10 ns;
      start <= '0';
      wait until busy = '0';
      rounds := rounds + 1;
      next when rounds = 2;
      data <= data(6 downto 0) & data(7);
      exit when data = x"FF";
    end loop;
    assert line = '1' report "the line is not idle" severity error;
    report "done after " & integer'image(rounds) severity note;
    wait;
  end process;
end test;
