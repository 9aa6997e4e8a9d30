' Bookings of a small theatre: seats, customers, a waiting list and a report.
Option Explicit On
Option Strict On

Imports System
Imports System.IO
Imports System.Collections.Generic

Namespace Theatre

    Public Enum Category
        Stalls = 0
        Circle = 1
        Gallery = 2
    End Enum

    Public Structure Seat
        Public Row As Integer
        Public Number As Integer
        Public Taken As Boolean
    End Structure

    Public Interface IPriced
        Function Price(ByVal category As Category) As Decimal
    End Interface

    Public MustInherit Class Visitor
        Implements IPriced

        Private ReadOnly fullName As String
        Protected visits As Integer = 0
        Public Event Arrived(ByVal sender As Object)

        Public Sub New(ByVal name As String)
            MyBase.New()
            fullName = name
        End Sub

        Public ReadOnly Property Name() As String
            Get
                Return fullName
            End Get
        End Property

        Public MustOverride Function Discount() As Double

        Public Overridable Function Price(ByVal category As Category) As Decimal Implements IPriced.Price
            Dim basic As Double
            Select Case category
                Case Category.Stalls
                    basic = 42.5
                Case Category.Circle, Category.Gallery
                    basic = 18
                Case Else
                    Throw New ArgumentException("no such ""category""")
            End Select
            Return CDec(basic * (1 - Discount()))
        End Function

        Public Sub Arrive()
            visits += 1
            RaiseEvent Arrived(Me)
        End Sub
    End Class

    Public Class Student
        Inherits Visitor

        Public Sub New(ByVal name As String)
            MyBase.New(name)
        End Sub

        Public Overrides Function Discount() As Double
            If visits > 10 Then Return 0.5 Else Return 0.25
        End Function
    End Class

    Public Class Member
        Inherits Visitor
        Private since As Integer

        Public Sub New(ByVal name As String, ByVal year As Integer)
            MyBase.New(name)
            since = year
        End Sub

        Public Overrides Function Discount() As Double
            Dim years As Integer = DateTime.Now.Year - since
            If years < 1 Then
                Return 0
            ElseIf years < 5 AndAlso visits > 3 Then
                Return 0.1
            Else
                Return Math.Min(0.05 * years, 0.4)
            End If
        End Function
    End Class

    Public Module Hall
        Private Const Rows As Integer = 12
        Private Const Mask As Integer = &HFF
        Private seats(Rows, 20) As Seat
        Private waiting As New Queue(Of Visitor)
        Private takings As Double

        Public Sub Prepare()
            Dim i, j As Integer
            For i = 0 To Rows
                For j = 0 To 20 Step 1
                    seats(i, j).Row = i
                    seats(i, j).Number = j
                    seats(i, j).Taken = False
                Next j
            Next i
        End Sub

        Public Function FindSeat(ByRef row As Integer, ByRef number As Integer) As Boolean
            row = 0
            Do While row <= Rows
                number = 0
                Do
                    If Not seats(row, number).Taken Then Return True
                    number += 1
                Loop Until number > 20
                row += 1
            Loop
            Return False
        End Function

        Public Sub Book(ByVal who As Visitor, Optional ByVal category As Category = Category.Circle)
            Dim row, number As Integer
            If who Is Nothing Then Exit Sub
            If FindSeat(row, number) Then
                seats(row, number).Taken = True
                takings = takings + _
                    CDbl(who.Price(category))
                who.Arrive()
            Else
                waiting.Enqueue(who)
            End If
        End Sub

        Public Function Checksum(ByVal text As String) As Integer
            Dim sum As Integer = 0
            For Each letter As Char In text
                sum = ((sum << 1) Xor AscW(letter)) And Mask
            Next
            Return sum
        End Function

        Rem Sorts names by insertion.
        Public Sub SortNames(ByVal names() As String)
            Dim i As Integer, j As Integer, current As String
            For i = 1 To names.Length - 1
                current = names(i) : j = i - 1
                While j >= 0
                    If String.Compare(names(j), current) <= 0 Then Exit While
                    names(j + 1) = names(j)
                    j -= 1
                End While
                names(j + 1) = current
            Next
        End Sub

        Public Function Load(ByVal path As String) As List(Of String)
            Dim lines As New List(Of String)
            Try
                Using reader As New StreamReader(path)
                    Dim line As String = reader.ReadLine()
                    While line IsNot Nothing
                        If line.Length > 0 Or line Like "[A-Z]*" Then
                            lines.Add(line.Trim())
                        End If
                        line = reader.ReadLine()
                    End While
                End Using
            Catch problem As IOException When lines.Count = 0
                Console.WriteLine("cannot read " & path & ": " & problem.Message)
            Finally
                Console.WriteLine(lines.Count \ 2)
            End Try
            Return lines
        End Function

        Public Function Twice(ByVal work As Func(Of Integer, Integer)) As Func(Of Integer, Integer)
            Return Function(x) work(work(x))
        End Function

        Public Sub Main()
            Dim names() As String = {"Ada", "Grace", "Edsger"}
            Dim days As Integer = 7 ^ 2 Mod 5
            Dim guest As Visitor
            Prepare()
            SortNames(names)
            For Each name As String In Load("guests.txt")
                Select Case Checksum(name) Mod 3
                    Case 0
                        guest = New Student(name)
                    Case 1 To 2
                        guest = New Member(name, 2010)
                    Case Else
                        Continue For
                End Select
                AddHandler guest.Arrived, AddressOf OnArrived
                Book(guest)
            Next
            With waiting
                If .Count > 0 And days <> 4 Then
                    Console.WriteLine(.Count)
                End If
            End With
            ReDim Preserve names(5)
            On Error GoTo Problem
            Console.WriteLine(Twice(Function(x) x * 2 - 1)(days))
            Console.WriteLine(takings / 2)
            GoTo Finished
Problem:
            Console.WriteLine(Err.Description)
            Resume Next
Finished:
        End Sub

        Private Sub OnArrived(ByVal sender As Object)
            Console.WriteLine(TypeOf sender Is Student)
        End Sub
    End Module
End Namespace
