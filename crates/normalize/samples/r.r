#!/usr/bin/env Rscript
# Household energy: reads meter readings, cleans them, and reports by month.

library(stats)
suppressPackageStartupMessages(library("utils"))

MAX_READING <- 9999L
TARIFF <- c(day = 0.31, night = 0.24)
months_short <- c("Jan", "Feb", "Mar", "Apr", "May", "Jun")

# Makes readings that look like a year's.
make_readings <- function(n = 60, seed = 42L) {
  set.seed(seed)
  day <- seq_len(n)
  base <- 12 + 4 * sin(2 * pi * day / 30)
  noise <- rnorm(n, mean = 0, sd = 1.5)
  reading <- base + noise
  reading[sample(n, 3)] <- NA
  frame <- data.frame(
    day = day,
    month = months_short[(day - 1) %/% 10 + 1],
    kind = ifelse(day %% 2 == 0, "day", 'night'),
    reading = reading,
    stringsAsFactors = FALSE
  )
  frame
}

is_plausible <- function(x) {
  !is.na(x) & x >= 0 & x < MAX_READING
}

# Fills gaps with the mean of their neighbours.
fill_gaps <- function(values) {
  n <- length(values)
  i <- 1
  while (i <= n) {
    if (is.na(values[i])) {
      left <- if (i > 1) values[i - 1] else NA_real_
      right <- if (i < n) values[i + 1] else NA_real_
      around <- c(left, right)
      values[i] <- mean(around, na.rm = TRUE)
      if (is.nan(values[i])) {
        values[i] <- 0
      }
    }
    i <- i + 1
  }
  return(values)
}

moving_average <- function(values, width = 3) {
  if (width < 1 || width > length(values)) {
    stop("width out of range: ", width)
  } else if (width == 1) {
    return(values)
  } else {
    smooth <- numeric(0)
    for (start in 1:(length(values) - width + 1)) {
      window <- values[start:(start + width - 1)]
      smooth <- c(smooth, sum(window) / width)
    }
  }
  smooth
}

cost_of <- function(kind, amount) {
  rate <- switch(kind,
    day = TARIFF[["day"]],
    night = TARIFF[["night"]],
    stop("no such tariff")
  )
  round(rate * amount, digits = 2)
}

count_until <- function(limit) {
  total <- 0
  count <- 0
  repeat {
    count <- count + 1
    if (count %% 2 == 0) next
    total <- total + count^2
    if (total > limit) {
      break
    }
  }
  list(total = total, count = count)
}

# An account keeps its balance in a closure.
new_account <- function(owner, balance = 0) {
  deposit <- function(amount) {
    if (amount <= 0) stop("nothing to deposit")
    balance <<- balance + amount
    invisible(balance)
  }
  withdraw <- function(amount) {
    if (balance - amount < 0) {
      warning(sprintf("%s would overdraw", owner))
      return(FALSE)
    }
    balance <<- balance - amount
    TRUE
  }
  account <- list(deposit = deposit, withdraw = withdraw, show = function() balance)
  class(account) <- "account"
  account
}

print.account <- function(x, ...) {
  cat("Balance:", format(x$show(), nsmall = 2), "\n")
  invisible(x)
}

setClass("Meter", representation(name = "character", values = "numeric"))
setGeneric("peak", function(object, ...) standardGeneric("peak"))
setMethod("peak", "Meter", function(object, ...) {
  max(object@values)
})

safely <- function(action, default = NULL) {
  tryCatch({
    action()
  }, error = function(e) {
    message("failed: ", conditionMessage(e))
    default
  }, finally = {
    cat("done\n")
  })
}

sort_by_insertion <- function(v) {
  if (length(v) < 2) return(v)
  for (i in 2:length(v)) {
    key <- v[i]
    j <- i - 1
    while (j > 0 && v[j] > key) {
      v[j + 1] <- v[j]
      j <- j - 1
    }
    v[j + 1] <- key
  }
  v
}

fibonacci <- function(n) if (n < 2) n else fibonacci(n - 1) + fibonacci(n - 2)

readings <- make_readings()
readings$reading <- fill_gaps(readings$reading)
good <- readings[is_plausible(readings$reading), ]

by_month <- aggregate(reading ~ month, data = good, FUN = mean)
by_month <- by_month[order(-by_month$reading), ]
by_kind <- tapply(good$reading, good$kind, sum)

for (row in seq_len(nrow(by_month))) {
  line <- paste0(by_month$month[row], ": ", format(by_month$reading[row], digits = 4))
  cat(line, "\n", sep = "")
}

costs <- sapply(names(by_kind), function(kind) cost_of(kind, by_kind[[kind]]))
total_cost <- Reduce(function(a, b) a + b, costs)
if (total_cost > 100 & !is.null(costs)) cat("expensive\n") else cat("cheap\n")

squares <- vapply(1:5, \(x) x * x, numeric(1))
evens <- Filter(function(x) x %% 2 == 0, squares)
chosen <- squares %in% evens
pairs <- expand.grid(a = 1:3, b = c("x", "y"))
m <- matrix(1:6, nrow = 2, byrow = TRUE)
product <- m %*% t(m)
dimnames(product) <- list(c("p", "q"), NULL)

account <- new_account("Ada", 100)
account$deposit(50)
if (!account$withdraw(500)) {
  cat("refused\n")
}
print(account)

meter <- new("Meter", name = "kitchen", values = c(1.5, 2e1, 0x10))
cat(peak(meter), meter@name, "\n")

result <- safely(function() moving_average(c(1, 2), width = 5), default = numeric())
stopifnot(identical(result, numeric()))

model <- lm(reading ~ day + kind, data = good)
coefs <- coef(model)
15 -> answer
values <- c(3, 1, 2) |> sort_by_insertion() |> rev()
names(values) <- letters[seq_along(values)]
values[["a"]] <- values[["a"]] * 2
complex_number <- 3 + 2i
pattern <- r"(\d+\.\d*)"
found <- grepl(pattern, c("1.5", "x"), perl = TRUE)
base::print(found)

unless_empty <- function(x, ...) {
  extra <- list(...)
  if (length(x) == 0 && length(extra) > 0) ..1 else x
}

do.call(cat, c(as.list(values), list("\n")))
invisible(lapply(list(1, "a", TRUE, NULL), function(item) {
  kind <- class(item)[1]
  if (is.null(item)) "nothing" else kind
}))
