def is_palindrome(word):
    if len(word) <= 1:
        return True
    if word[0] != word[-1]:
        return False
    return is_palindrome(word[1:-1])

word = input().split()[0]
rev = ""
for letter in word:
    rev = letter + rev
# the sum: how often is each digit in the number?
print(sum(d * word.count(str(d)) for d in range(10)))
print(int(rev))
if is_palindrome(word):
    print("yes")
else:
    print("no")
