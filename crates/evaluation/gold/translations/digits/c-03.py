def cross_sum(n):
    return 0 if n == 0 else n % 10 + cross_sum(n // 10)


def flip(n, so_far=0):
    if n == 0:
        return so_far
    return flip(n // 10, 10 * so_far + n % 10)


number = int(input())
print(cross_sum(number))
print(flip(number))
print("yes" if flip(number) == number else "no")
