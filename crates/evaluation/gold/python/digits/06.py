def main():
    """Reads a number and tells something about its digits."""
    text = str(int(input()))
    backwards = "".join(reversed(text))
    total = 0
    for char in text:
        total += ord(char) - ord("0")
    print(f"{total}\n{backwards.lstrip('0') or '0'}")
    print("no" if text != backwards else "yes")


if __name__ == "__main__":
    main()
