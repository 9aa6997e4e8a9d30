; ModuleID = 'numbers.c': sums, factorials, a search and a list.
source_filename = "numbers.c"
target datalayout = "e-m:e-i64:64-f80:128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, %struct.node* }
%struct.point = type { double, double }

@.str = private unnamed_addr constant [9 x i8] c"sum %d\0A\00\00", align 1
@greeting = global [6 x i8] c"it's\0A\00"
@total = common global i32 0, align 4
@values = constant [4 x i32] [i32 5, i32 3, i32 9, i32 -4]
@origin = global %struct.point { double 0.0, double 1.5e+00 }
@empty = global %struct.node* null

declare i32 @printf(i8* nocapture readonly, ...) #1
declare noalias i8* @malloc(i64) #2
declare void @free(i8*)
declare double @llvm.sqrt.f64(double)

; Adds the numbers of an array.
define i32 @sum(i32* %array, i32 %n) #0 {
entry:
  %result = alloca i32, align 4
  store i32 0, i32* %result
  br label %loop

loop:                                             ; preds = %body, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done

body:
  %index = sext i32 %i to i64
  %address = getelementptr inbounds i32, i32* %array, i64 %index
  %value = load i32, i32* %address, align 4
  %old = load i32, i32* %result
  %new = add nsw i32 %old, %value
  store i32 %new, i32* %result
  %next = add nsw i32 %i, 1
  br label %loop

done:
  %all = load i32, i32* %result
  ret i32 %all
}

define i64 @factorial(i64 %n) {
  %small = icmp ult i64 %n, 2
  br i1 %small, label %one, label %more

one:
  ret i64 1

more:
  %less = sub i64 %n, 1
  %rest = call i64 @factorial(i64 %less)
  %product = mul i64 %n, %rest
  ret i64 %product
}

define i32 @gcd(i32 %a, i32 %b) {
entry:
  br label %test

test:
  %x = phi i32 [ %a, %entry ], [ %y, %step ]
  %y = phi i32 [ %b, %entry ], [ %rest, %step ]
  %zero = icmp eq i32 %y, 0
  br i1 %zero, label %end, label %step

step:
  %rest = srem i32 %x, %y
  br label %test

end:
  ret i32 %x
}

define i32 @fibonacci(i32 %n) {
  %1 = icmp sle i32 %n, 1
  br i1 %1, label %2, label %3

2:
  ret i32 %n

3:
  %4 = sub nsw i32 %n, 1
  %5 = call i32 @fibonacci(i32 %4)
  %6 = sub nsw i32 %n, 2
  %7 = call i32 @fibonacci(i32 %6)
  %8 = add nsw i32 %5, %7
  ret i32 %8
}

define i32 @search(i32* %array, i32 %n, i32 %wanted) {
entry:
  br label %loop

loop:
  %low = phi i32 [ 0, %entry ], [ %lower, %higher ], [ %low, %smaller ]
  %high = phi i32 [ %n, %entry ], [ %high, %higher ], [ %middle, %smaller ]
  %open = icmp slt i32 %low, %high
  br i1 %open, label %look, label %missing

look:
  %sum = add i32 %low, %high
  %middle = sdiv i32 %sum, 2
  %wide = zext i32 %middle to i64
  %place = getelementptr i32, i32* %array, i64 %wide
  %found = load i32, i32* %place
  %same = icmp eq i32 %found, %wanted
  br i1 %same, label %hit, label %compare

compare:
  %below = icmp slt i32 %found, %wanted
  br i1 %below, label %higher, label %smaller

higher:
  %lower = add i32 %middle, 1
  br label %loop

smaller:
  br label %loop

hit:
  ret i32 %middle

missing:
  ret i32 -1
}

define double @length(%struct.point* %p) {
  %px = getelementptr %struct.point, %struct.point* %p, i32 0, i32 0
  %py = getelementptr %struct.point, %struct.point* %p, i32 0, i32 1
  %x = load double, double* %px
  %y = load double, double* %py
  %xx = fmul double %x, %x
  %yy = fmul double %y, %y
  %square = fadd double %xx, %yy
  %root = call double @llvm.sqrt.f64(double %square)
  %far = fcmp ogt double %root, 1.0e+02
  %limited = select i1 %far, double 1.0e+02, double %root
  ret double %limited
}

define %struct.node* @push(%struct.node* %list, i32 %value) {
  %raw = call i8* @malloc(i64 16)
  %node = bitcast i8* %raw to %struct.node*
  %pvalue = getelementptr %struct.node, %struct.node* %node, i32 0, i32 0
  store i32 %value, i32* %pvalue
  %pnext = getelementptr %struct.node, %struct.node* %node, i32 0, i32 1
  store %struct.node* %list, %struct.node** %pnext
  ret %struct.node* %node
}

define void @release(%struct.node* %list) {
entry:
  br label %test

test:
  %here = phi %struct.node* [ %list, %entry ], [ %next, %body ]
  %none = icmp eq %struct.node* %here, null
  br i1 %none, label %end, label %body

body:
  %pnext = getelementptr %struct.node, %struct.node* %here, i32 0, i32 1
  %next = load %struct.node*, %struct.node** %pnext
  %raw = bitcast %struct.node* %here to i8*
  call void @free(i8* %raw)
  br label %test

end:
  ret void
}

define i32 @classify(i8 %c) {
  switch i8 %c, label %other [
    i8 43, label %plus
    i8 45, label %minus
  ]

plus:
  ret i32 1

minus:
  ret i32 2

other:
  %digit = icmp uge i8 %c, 48
  %wide = zext i1 %digit to i32
  %shifted = shl i32 %wide, 2
  %masked = and i32 %shifted, 255
  %mixed = xor i32 %masked, 1
  %either = or i32 %mixed, 8
  %narrow = trunc i32 %either to i16
  %last = sext i16 %narrow to i32
  ret i32 %last
}

define i32 @main(i32 %argc, i8** %argv) #0 {
  %start = getelementptr [4 x i32], [4 x i32]* @values, i64 0, i64 0
  %s = call i32 @sum(i32* %start, i32 4)
  store i32 %s, i32* @total
  %format = getelementptr [9 x i8], [9 x i8]* @.str, i32 0, i32 0
  %printed = call i32 (i8*, ...) @printf(i8* %format, i32 %s)
  %list = call %struct.node* @push(%struct.node* null, i32 %argc)
  call void @release(%struct.node* %list)
  %g = call i32 @gcd(i32 84, i32 36)
  %bad = icmp ne i32 %g, 12
  br i1 %bad, label %broken, label %fine

fine:
  %f = call i64 @factorial(i64 5)
  %r = trunc i64 %f to i32
  ret i32 %r

broken:
  unreachable
}

attributes #0 = { noinline nounwind "frame-pointer"="all" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
