Course project: supply, two amplifiers, filter, oscillator and logic
* One deck; every block is a subcircuit and has its own bench below.

.include "models.lib"
.options reltol=1e-4 abstol=1p itl1=200
.param supply=12 gain=0 width='2*0.18u'
.param load={1k*(1+0.5)} period=1m
.global vdd
.temp 27 85

* ---- models -------------------------------------------------------
.model fast npn (is=1e-15 bf=200 vaf=100 cje=1p cjc=0.5p
+ tf=0.4n tr=10n)
.model slow pnp (is=2e-15 bf=60 vaf=50)
.model diode d (is=1e-14 rs=1 n=1.7 bv=100)
.model zener d (is=1e-14 bv=5.1 ibv=5m)
.model short nmos (level=1 vto=0.7 kp=110u lambda=0.04)
.model longer pmos (level=1 vto=-0.7 kp=50u lambda=0.05)

* ---- supply -------------------------------------------------------
.subckt supply in out ground
D1 in top diode
D2 ground bottom diode
D3 in positive diode
D4 bottom positive diode
C1 positive ground 470u
R1 positive base 220
D5 ground base zener
Q1 positive base out fast
C2 out ground 10u ic=0
R2 out ground 10k
.ends supply

* ---- common emitter -----------------------------------------------
.subckt emitter in out power ground
C1 in base 10u
R1 power base 47k
R2 base ground 10k
Q1 out base foot fast
R3 power out 2.2k
R4 foot ground 470
C2 foot ground 100u
.ends emitter

* ---- differential pair --------------------------------------------
.subckt pair plus minus out power ground
Q1 left plus tail fast
Q2 out minus tail fast
Q3 left left power slow
Q4 out left power slow
I1 tail ground dc 1m
.ends pair

* ---- output stage -------------------------------------------------
.subckt stage in out power ground
Q1 power high out fast
Q2 ground low out slow
D1 high in diode
D2 in low diode
R1 power high 4.7k
R2 low ground 4.7k
.ends stage

* ---- operational amplifier from parts -----------------------------
.subckt opamp plus minus out power ground
X1 plus minus first power ground pair
X2 first second power ground emitter
X3 second out power ground stage
C1 first second 30p
.ends opamp

* ---- active filter ------------------------------------------------
.subckt filter in out power ground
R1 in first 10k
R2 first second 10k
C1 first out 22n
C2 second ground 10n
X1 second out out power ground opamp
.ends filter

* ---- ladder -------------------------------------------------------
.subckt ladder in out ground
L1 in a 10m
C1 a ground 100n
L2 a b 22m
C2 b ground 100n
L3 b out 10m
R1 out ground 600
K1 L1 L2 0.02
.ends ladder

* ---- oscillator ---------------------------------------------------
.subckt wien out power ground
R1 out first 15.9k
C1 first plus 10n
R2 plus ground 15.9k
C2 plus ground 10n
R3 out minus 20.2k
R4 minus ground 10k
X1 plus minus out power ground opamp
.ends wien

* ---- logic --------------------------------------------------------
.subckt inverter in out
M1 out in vdd vdd longer w='2*width' l=0.18u
M2 out in 0 0 short w=width l=0.18u
.ends inverter

.subckt nand first second out
M1 out first vdd vdd longer w=width l=0.18u
M2 out second vdd vdd longer w=width l=0.18u
M3 out first middle 0 short w=width l=0.18u
M4 middle second 0 0 short w=width l=0.18u
.ends nand

.subckt latch set reset q qbar
X1 set qbar q nand
X2 reset q qbar nand
.ends latch

.subckt ring out
X1 out one inverter
X2 one two inverter
X3 two three inverter
X4 three four inverter
X5 four out inverter
C1 one 0 5f
C2 two 0 5f
.ends ring

.subckt adder a b sum carry
X1 a b none nand
X2 a none left nand
X3 none b right nand
X4 left right sum nand
X5 none carry inverter
.ends adder

* ---- switches and sources -----------------------------------------
.subckt chopper in out clock
S1 in out clock 0 gate
R1 out 0 100k
.model gate sw (vt=0.9 vh=0.1 ron=1 roff=1meg)
.ends chopper

.subckt behave in out
E1 first 0 in 0 10
G1 0 second first 0 1m
R1 second 0 1k
H1 third 0 Vsense 50
Vsense second fourth 0
R2 fourth 0 1k
F1 0 out Vsense 2
R3 out 0 1k
B1 fifth 0 v=V(in)*V(in)+2*V(first)-1
R4 fifth 0 1k
.ends behave

* ---- bench --------------------------------------------------------
Vmains mains 0 sin(0 17 50)
Vdd vdd 0 dc 1.8
Vplus power 0 dc supply
Vsignal signal 0 dc 0 ac 1 sin(0 10m 1k)
Vclock clock 0 pulse(0 1.8 0 1n 1n 0.5u 1u)
Vset set 0 pwl(0 1.8 10n 1.8 11n 0 20n 0 21n 1.8)
Vreset reset 0 pwl(0 1.8 40n 1.8 41n 0 50n 0 51n 1.8)
Ibias power bias dc 100u ; enough for both
Rbias bias 0 10k

Xsupply mains rail 0 supply
Rrail rail 0 load
Xemitter signal amplified power 0 emitter
Ramplified amplified 0 100k
Xopamp signal feedback boosted power 0 opamp
Rfeedback boosted feedback 90k
Rground feedback 0 10k
Xfilter boosted smooth power 0 filter
Xladder smooth line 0 ladder
Xwien tone power 0 wien
Xring beat ring
Xlatch set reset q qbar latch
Xadder q clock sum carry adder
Xchopper smooth chopped clock chopper
Xbehave signal squared behave
Tline line 0 far 0 z0=50 td=10n
Rfar far 0 50

.ic V(tone)=0.1 V(beat)=0
.nodeset V(q)=1.8

.if (gain > 10)
Rextra amplified 0 1k
.elseif (gain < 0)
Rextra amplified 0 2k
.else
Rextra amplified 0 3k
.endif

* ---- analyses -----------------------------------------------------
.op
.dc Vplus 5 15 0.1 Ibias 10u 100u 10u
.ac dec 20 10 1meg
.tran 10u 20m 0 1u uic
.noise V(boosted) Vsignal dec 10
.tf V(boosted) Vsignal
.four 1k V(smooth)
.step param load 500 5k 500
.print dc V(bias) I(Vplus)
.print ac vdb(smooth) vp(smooth)
.plot tran V(rail) V(amplified) (0,12)
.measure ac peak max vdb(boosted)
.measure ac edge when vdb(smooth)='peak-3' fall=1
.measure tran rise trig V(q) val=0.2 rise=1 targ V(q) val=1.6 rise=1
.measure tran power avg par('V(rail)*V(rail)/load')
.save V(line) V(far)
.end
