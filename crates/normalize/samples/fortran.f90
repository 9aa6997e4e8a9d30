! Heat in a rod and a plate: finite differences, a solver, a few statistics
! and a table at the end.
module numbers
  implicit none
  private
  public :: working, tolerance, grid, describe, operator(.near.)

  integer, parameter :: working = kind(1.0d0)
  real(working), parameter :: tolerance = 1.0e-6_working
  character(len=*), parameter :: rule = '----'

  type :: grid
    integer :: rows, columns
    real(working), allocatable :: cell(:, :)
    logical :: ready = .false.
    type(grid), pointer :: coarser => null()
  end type grid

  interface operator(.near.)
    module procedure is_near
  end interface

contains

  pure logical function is_near(a, b)
    real(working), intent(in) :: a, b
    is_near = abs(a - b) < tolerance
  end function is_near

  subroutine describe(g, name)
    type(grid), intent(in) :: g
    character(len=*), intent(in), optional :: name
    if (present(name)) then
      print *, 'grid "', trim(name), '"', rule
    else
      print *, "grid without a name"
    end if
    write (*, '(a, i4, a, i4)') 'rows ', g%rows, ' columns ', g%columns
  end subroutine describe

end module numbers

module solver
  use numbers, only: working, tolerance, grid
  implicit none

contains

  subroutine prepare(g, rows, columns)
    type(grid), intent(inout) :: g
    integer, intent(in) :: rows, columns
    integer :: status
    if (allocated(g%cell)) deallocate (g%cell)
    allocate (g%cell(0:rows + 1, 0:columns + 1), stat=status)
    if (status /= 0) stop 'no memory'
    g%rows = rows
    g%columns = columns
    g%cell = 0.0_working
    g%cell(0, :) = 100.0
    g%ready = .true.
  end subroutine prepare

  ! One sweep; the largest change comes back.
  real(working) function sweep(g, weight) result(change)
    type(grid), intent(inout) :: g
    real(working), intent(in) :: weight
    real(working) :: old, fresh
    integer :: i, j
    change = 0
    do j = 1, g%columns
      do i = 1, g%rows
        old = g%cell(i, j)
        fresh = 0.25 * (g%cell(i - 1, j) + g%cell(i + 1, j) &
              + g%cell(i, j - 1) + g%cell(i, j + 1))
        g%cell(i, j) = old + weight * (fresh - old)
        change = max(change, abs(fresh - old))
      end do
    end do
  end function sweep

  integer function solve(g, limit)
    type(grid), intent(inout) :: g
    integer, intent(in) :: limit
    real(working) :: change
    solve = 0
    change = huge(change)
    do while (change > tolerance .and. solve < limit)
      change = sweep(g, 1.5_working)
      solve = solve + 1
      if (mod(solve, 100) == 0) then
        print '(i6, es12.4)', solve, change
      else if (change /= change) then
        exit
      end if
    end do
  end function solve

  recursive function factorial(n) result(f)
    integer, intent(in) :: n
    integer :: f
    if (n <= 1) then
      f = 1
    else
      f = n * factorial(n - 1)
    end if
  end function factorial

  subroutine eliminate(a, b, x, n)
    integer, intent(in) :: n
    real(working), intent(inout) :: a(n, n), b(n)
    real(working), intent(out) :: x(n)
    integer :: i, k, pivot
    real(working) :: factor
    columns: do k = 1, n - 1
      pivot = k
      do i = k + 1, n
        if (abs(a(i, k)) > abs(a(pivot, k))) pivot = i
      end do
      if (a(pivot, k) == 0.0) cycle columns
      if (pivot /= k) then
        a([k, pivot], :) = a([pivot, k], :)
        b([k, pivot]) = b([pivot, k])
      end if
      do i = k + 1, n
        factor = a(i, k) / a(k, k)
        a(i, k:n) = a(i, k:n) - factor * a(k, k:n)
        b(i) = b(i) - factor * b(k)
      end do
    end do columns
    do i = n, 1, -1
      x(i) = (b(i) - dot_product(a(i, i + 1:n), x(i + 1:n))) / a(i, i)
    end do
  end subroutine eliminate

end module solver

module statistics
  use numbers, only: working
  implicit none
contains

  subroutine sort(values)
    real(working), intent(inout) :: values(:)
    real(working) :: current
    integer :: i, j
    do i = 2, size(values)
      current = values(i)
      j = i - 1
      do
        if (j < 1) exit
        if (values(j) <= current) exit
        values(j + 1) = values(j)
        j = j - 1
      end do
      values(j + 1) = current
    end do
  end subroutine sort

  function median(values) result(m)
    real(working), intent(in) :: values(:)
    real(working) :: m, copy(size(values))
    integer :: n
    copy = values
    call sort(copy)
    n = size(values)
    select case (mod(n, 2))
    case (0)
      m = (copy(n / 2) + copy(n / 2 + 1)) / 2
    case (1)
      m = copy(n / 2 + 1)
    case default
      m = 0
    end select
  end function median

  logical function rising(values)
    real(working), intent(in) :: values(:)
    rising = all(values(2:) - values(:size(values) - 1) > 0) .or. .not. size(values) > 1
  end function rising
end module statistics

program heat
  use numbers
  use solver
  use statistics, only: median, rising
  implicit none
  type(grid), target :: plate
  type(grid), pointer :: current
  real(working) :: a(3, 3), b(3), x(3)
  integer :: steps, unit, code, i
  integer, dimension(4) :: sizes = (/ 4, 8, 16, 32 /)
  character(len=20) :: line
  data code /0/

  do i = 1, size(sizes)
    call prepare(plate, sizes(i), sizes(i))
    current => plate
    steps = solve(current, 5000)
    call describe(plate, 'plate')
    print *, 'steps', steps, 'median', median(plate%cell(:, 1))
  end do

  a = reshape([2.0, 1.0, -1.0, -3.0, -1.0, 2.0, -2.0, 1.0, 2.0], shape(a))
  b = [8.0, -11.0, -3.0]
  call eliminate(a, b, x, 3)
  where (x < 0)
    x = -x
  elsewhere
    x = x ** 2
  end where

  open (newunit=unit, file='result.txt', status='replace', iostat=code)
  if (code /= 0) goto 90
  write (unit, *) x; write (unit, *) factorial(5)
  rewind (unit)
  read (unit, '(a)', end=80) line
80 close (unit)
  if (x(1) .near. 2.0_working .and. .not. rising(x)) stop
  return
90 continue
  print *, 'cannot write', code
end program heat
