package Workshop "Circuits, heat and a tank"
  import Modelica.Constants.pi;
  import SI = Modelica.Units.SI;

  constant Real g = 9.81 "gravity";
  constant Integer limit = 100;

  type Voltage = Real(unit = "V", min = -1e6);
  type Level = enumeration(low "below", middle, high);

  connector Pin "A pin of a component"
    Voltage v;
    flow SI.Current i;
  end Pin;

  connector HeatPort
    SI.Temperature T;
    flow SI.HeatFlowRate Q;
  end HeatPort;

  partial model OnePort
    Pin p;
    Pin n;
    Voltage v "voltage";
    SI.Current i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;

  model Resistor "It's Ohm's law"
    extends OnePort;
    parameter Real R(min = 0) = 1.0;
  equation
    v = R * i;
  end Resistor;

  model Capacitor
    extends OnePort;
    parameter Real C = 1e-6;
  initial equation
    v = 0;
  equation
    C * der(v) = i;
  end Capacitor;

  model Source
    extends OnePort;
    parameter Real amplitude = 5, frequency = 50;
    parameter Boolean alternating = true;
  equation
    if alternating then
      v = amplitude * sin(2 * pi * frequency * time);
    else
      v = amplitude;
    end if;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Circuit
    Resistor r1(R = 100);
    Resistor r2(R = 200);
    Capacitor c(C = 0.001);
    Source source(amplitude = 12);
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(r1.n, r2.p);
    connect(r2.n, c.p);
    connect(c.n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 1.0));
  end Circuit;

  /* A tank with a valve
     that opens and closes. */
  model Tank
    parameter Real area = 2.0;
    parameter Real inflow = 0.3;
    parameter Real upper = 1.5, lower = 0.5;
    Real height(start = 1, fixed = true);
    Real outflow;
    discrete Boolean open(start = false);
    Level level;
  equation
    area * der(height) = inflow - outflow;
    outflow = if open then 0.6 * sqrt(2 * g * max(height, 0)) else 0;
    when height > upper then
      open = true;
    elsewhen height < lower then
      open = false;
    end when;
    level = if height < lower then Level.low elseif height > upper then Level.high else Level.middle;
    assert(height >= 0, "the tank is empty");
  end Tank;

  model Ball "A ball that bounces"
    parameter Real e = 0.8;
    Real h(start = 10), v;
    Integer bounces(start = 0);
    protected
    Boolean flying(start = true);
  equation
    der(h) = v;
    der(v) = if flying then -g else 0;
    when {h <= 0, not flying} then
      reinit(v, -e * pre(v));
      bounces = pre(bounces) + 1;
      flying = abs(v) > 0.01;
    end when;
    if bounces > limit then
      terminate("enough");
    end if;
  end Ball;

  model Rod
    parameter Integer n = 10;
    parameter Real k = 0.5;
    Real T[n](each start = 300);
    HeatPort left, right;
  equation
    left.T = T[1];
    right.T = T[n];
    for j in 2:n - 1 loop
      der(T[j]) = k * (T[j - 1] - 2 * T[j] + T[j + 1]);
    end for;
    der(T[1]) = k * (T[2] - T[1]) + left.Q;
    der(T[n]) = k * (T[n - 1] - T[n]) + right.Q;
  end Rod;

  function factorial
    input Integer n;
    output Integer result;
  algorithm
    result := 1;
    for k in 1:n loop
      result := result * k;
    end for;
  end factorial;

  function gcd
    input Integer a;
    input Integer b;
    output Integer c;
  protected
    Integer x, y, rest;
  algorithm
    x := a;
    y := b;
    while y <> 0 loop
      rest := mod(x, y);
      x := y;
      y := rest;
    end while;
    c := x;
  end gcd;

  function sorted "Bubble sort"
    input Real values[:];
    output Real result[size(values, 1)];
  protected
    Real kept;
    Boolean swapped;
  algorithm
    result := values;
    for i in 1:size(result, 1) loop
      swapped := false;
      for j in 1:size(result, 1) - i loop
        if result[j] > result[j + 1] then
          kept := result[j];
          result[j] := result[j + 1];
          result[j + 1] := kept;
          swapped := true;
        end if;
      end for;
      if not swapped then
        break;
      end if;
    end for;
  end sorted;

  function mean
    input Real x[:];
    output Real m;
  algorithm
    if size(x, 1) == 0 then
      m := 0;
      return;
    end if;
    m := sum(x) / size(x, 1);
  end mean;

  record Person
    String name = "Ann";
    Integer age(min = 0) = 30;
  end Person;

  block Limiter
    input Real u;
    output Real y;
    parameter Real top = 1;
  equation
    y = smooth(0, if u > top then top else if u < -top then -top else u);
  end Limiter;

  model Test
    Real ab = mean({1, 2, 3});
    Real m[2, 2] = [1, 2; 3, 4] .* 2;
    Integer f = factorial(5) + gcd(84, 36);
    Boolean ok = f > 3 and not (f == 7 or f <> 8);
    Person person(name = "Bob", age = 0);
  algorithm
    when sample(0, 0.1) then
      // print every step
      Streams.print("f = " + String(f) + ", \"ok\"");
    end when;
  end Test;
end Workshop;
