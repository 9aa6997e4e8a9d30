; A number game for DOS: the machine thinks of a number, the player guesses,
; a table of scores is sorted and printed; strings and files on the side.
title guessing
.model small
.stack 100h

cr      equ 13
lf      equ 10
most    equ 8

.data
greeting db 'Guess my number!', cr, lf, '$'
higher   db "It's higher.", cr, lf, '$'
lower    db 'It is lower.', cr, lf, '$'
found    db 'Found. Guesses: $'
again    db cr, lf, 'Again (y/n)? $'
path     db 'scores.dat', 0
broken   db 'File trouble.', cr, lf, '$'
secret   dw 0
guesses  dw 0
seed     dw 0ACE1h
handle   dw ?
used     dw 0
scores   dw most dup (0)
line     db 16, ?, 16 dup (?)
hexadecimal db '0123456789ABCDEF'

print macro text
        mov ah, 9
        lea dx, text
        int 21h
endm

.code
main proc far
        mov ax, @data
        mov ds, ax
        mov es, ax
        cld
        call seed_clock
        call load_scores
next_game:
        print greeting
        call think
        mov guesses, 0
ask:
        call read_number
        jc ask
        inc guesses
        cmp ax, secret
        je right
        jb too_low
        print lower
        jmp ask
too_low:
        print higher
        jmp ask
right:
        print found
        mov ax, guesses
        call print_number
        mov ax, guesses
        call keep_score
        print again
        mov ah, 1
        int 21h
        or al, 20h
        cmp al, 'y'
        je next_game
        call sort_scores
        call print_scores
        call save_scores
        mov ax, 4C00h
        int 21h
main endp

; The clock makes the seed.
seed_clock proc near
        push ax
        push dx
        mov ah, 2Ch
        int 21h
        xor seed, dx
        jnz seed_good
        mov seed, 1
seed_good:
        pop dx
        pop ax
        ret
seed_clock endp

; A shift register: a new secret from 1 to 100.
think proc near
        mov ax, seed
        mov cx, 16
think_bit:
        shr ax, 1
        jnc think_next
        xor ax, 0B400h
think_next:
        loop think_bit
        mov seed, ax
        xor dx, dx
        mov bx, 100
        div bx
        inc dx
        mov secret, dx
        ret
think endp

; Reads a line; the number in ax, carry if it is none.
read_number proc near
        mov ah, 0Ah
        lea dx, line
        int 21h
        xor ax, ax
        xor ch, ch
        mov cl, line(1)
        jcxz read_bad
        lea si, line + 2
read_digit:
        mov bl, [si]
        inc si
        sub bl, '0'
        cmp bl, 9
        ja read_bad
        mov dx, 10
        mul dx
        jo read_bad
        mov bh, 0
        add ax, bx
        loop read_digit
        clc
        ret
read_bad:
        stc
        ret
read_number endp

; Prints ax in decimal.
print_number proc near
        mov bx, 10
        xor cx, cx
divide:
        xor dx, dx
        div bx
        push dx
        inc cx
        test ax, ax
        jnz divide
print_digit:
        pop dx
        add dl, '0'
        mov ah, 2
        int 21h
        dec cx
        jnz print_digit
        ret
print_number endp

; Prints al in hexadecimal.
print_byte proc near
        lea bx, hexadecimal
        mov ah, al
        mov cl, 4
        shr al, cl
        xlat
        mov dl, al
        push ax
        mov ah, 2
        int 21h
        pop ax
        mov al, ah
        and al, 0Fh
        xlat
        mov dl, al
        mov ah, 2
        int 21h
        ret
print_byte endp

; Keeps ax unless the table is full and all are better.
keep_score proc near
        mov bx, used
        cmp bx, most
        jge keep_worst
        shl bx, 1
        mov scores[bx], ax
        inc used
        ret
keep_worst:
        mov bx, (most - 1) * 2
        cmp ax, scores[bx]
        jae keep_done
        mov scores[bx], ax
keep_done:
        ret
keep_score endp

; Bubbles until nothing moves.
sort_scores proc near
sort_again:
        xor di, di
        mov cx, used
        dec cx
        jle sort_done
        xor si, si
sort_step:
        mov ax, scores[si]
        cmp ax, scores[si + 2]
        jbe sort_next
        xchg ax, scores[si + 2]
        mov scores[si], ax
        inc di
sort_next:
        add si, 2
        loop sort_step
        or di, di
        jnz sort_again
sort_done:
        ret
sort_scores endp

print_scores proc near
        mov cx, used
        jcxz print_none
        xor si, si
print_next:
        push cx
        mov ax, word ptr scores[si]
        call print_number
        mov dl, ' '
        mov ah, 2
        int 21h
        pop cx
        add si, 2
        loop print_next
print_none:
        ret
print_scores endp

load_scores proc near
        mov ax, 3D00h
        lea dx, path
        int 21h
        jc load_done
        mov handle, ax
        mov bx, ax
        mov ah, 3Fh
        mov cx, most * 2
        lea dx, scores
        int 21h
        shr ax, 1
        mov used, ax
        mov ah, 3Eh
        int 21h
load_done:
        ret
load_scores endp

save_scores proc near
        mov ah, 3Ch
        xor cx, cx
        mov dx, offset path
        int 21h
        jc save_broken
        mov bx, ax
        mov ah, 40h
        mov cx, used
        sal cx, 1
        lea dx, scores
        int 21h
        mov ah, 3Eh
        int 21h
        ret
save_broken:
        print broken
        ret
save_scores endp

; Copies cx bytes from si to di and clears the rest of the line.
copy proc near
        rep movsb
        mov al, 0
        mov cx, 16
        rep stosb
        neg ax
        not ax
        ret
copy endp

end main
