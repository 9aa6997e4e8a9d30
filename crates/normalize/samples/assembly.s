# Four dialects: x86-64 as GNU writes it, ARM, AArch64 and RISC-V.
        .file   "sum.c"
        .section .rodata
format: .string "sum is %ld, it's done\n"
prompt: .asciz  "number: "
        .data
        .align  8
total:  .quad   0
values: .long   5, 3, 9, -4
        .bss
buffer: .skip   64
        .text
        .globl  main
        .type   main, @function

# Adds the numbers of an array.
sum_array:
        pushq   %rbp
        movq    %rsp, %rbp
        xorl    %eax, %eax
        testl   %esi, %esi
        jle     .Ldone
        xorl    %ecx, %ecx
.Lloop: movslq  (%rdi,%rcx,4), %rdx
        addq    %rdx, %rax
        incq    %rcx
        cmpl    %ecx, %esi
        jg      .Lloop
.Ldone:
        popq    %rbp
        ret

factorial:
        cmpq    $1, %rdi
        jg      .Lmore
        movq    $1, %rax
        ret
.Lmore: pushq   %rdi
        subq    $1, %rdi
        call    factorial
        popq    %rdi
        imulq   %rdi, %rax
        ret

string_length:
        xorq    %rax, %rax
.Lnext: cmpb    $0, (%rdi,%rax)
        je      .Lend
        incq    %rax
        jmp     .Lnext
.Lend:  ret

swap:
        movl    (%rdi), %eax
        movl    (%rsi), %edx
        movl    %edx, (%rdi)
        movl    %eax, (%rsi)
        ret

main:
        pushq   %rbp
        movq    %rsp, %rbp
        subq    $32, %rsp
        leaq    values(%rip), %rdi
        movl    $4, %esi
        call    sum_array
        movq    %rax, total(%rip)
        leaq    format(%rip), %rdi
        movq    %rax, %rsi
        xorl    %eax, %eax
        call    printf
        movl    $5, %edi
        call    factorial
        shlq    $2, %rax
        andl    $0xff, %eax
        orl     $1, %eax
        leave
        ret
        .size   main, .-main

@ The same for ARM.
        .syntax unified
        .arm
        .global arm_sum
arm_sum:
        push    {r4, r5, lr}
        mov     r4, #0
        cmp     r1, #0
        ble     arm_end
arm_loop:
        ldr     r5, [r0], #4
        add     r4, r4, r5
        subs    r1, r1, #1
        bne     arm_loop
arm_end:
        mov     r0, r4
        pop     {r4, r5, pc}

arm_max:
        ldr     r2, [r0]
        mov     r3, #1
max_loop:
        cmp     r3, r1
        bge     max_end
        ldr     r12, [r0, r3, lsl #2]
        cmp     r12, r2
        movgt   r2, r12
        add     r3, r3, #1
        b       max_loop
max_end:
        mov     r0, r2
        bx      lr

arm_main:
        stmfd   sp!, {r4, lr}
        ldr     r0, =values
        mov     r1, #4
        bl      arm_sum
        ldr     r2, =total
        str     r0, [r2]
        bl      arm_max
        and     r0, r0, #0xff
        orr     r0, r0, #1
        ldmfd   sp!, {r4, pc}

// The same for AArch64.
a64_sum:
        mov     x2, xzr
        cbz     w1, a64_end
a64_loop:
        ldr     w3, [x0], #4
        add     x2, x2, w3, sxtw
        sub     w1, w1, #1
        cbnz    w1, a64_loop
a64_end:
        mov     x0, x2
        ret

a64_factorial:
        stp     x29, x30, [sp, #-32]!
        str     x19, [sp, #16]
        mov     x19, x0
        cmp     x0, #1
        b.gt    a64_more
        mov     x0, #1
        b       a64_return
a64_more:
        sub     x0, x0, #1
        bl      a64_factorial
        mul     x0, x0, x19
a64_return:
        ldr     x19, [sp, #16]
        ldp     x29, x30, [sp], #32
        ret

a64_main:
        adrp    x0, values
        add     x0, x0, :lo12:values
        mov     w1, #4
        bl      a64_sum
        adr     x1, total
        str     x0, [x1]
        mov     x8, #93
        svc     #0

/* The same for RISC-V,
   and a string. */
        .equ    EXIT, 93
riscv_sum:
        li      t0, 0
        beqz    a1, riscv_end
riscv_loop:
        lw      t1, 0(a0)
        add     t0, t0, t1
        addi    a0, a0, 4
        addi    a1, a1, -1
        bnez    a1, riscv_loop
riscv_end:
        mv      a0, t0
        ret

riscv_factorial:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        mv      s0, a0
        li      t0, 1
        bgt     a0, t0, riscv_more
        li      a0, 1
        j       riscv_return
riscv_more:
        addi    a0, a0, -1
        jal     riscv_factorial
        mul     a0, a0, s0
riscv_return:
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        jr      ra

riscv_upper:
        lbu     t0, (a0)
        beq     t0, zero, upper_end
        li      t1, 'a'
        blt     t0, t1, upper_next
        addi    t0, t0, -32
        sb      t0, (a0)
upper_next:
        addi    a0, a0, 1
        j       riscv_upper
upper_end:
        ret

_start:
        la      a0, values
        li      a1, 4
        call    riscv_sum
        lui     t2, %hi(total)
        sd      a0, %lo(total)(t2)
        li      a7, EXIT
        ecall
