#requires -Version 5.1
<#
  Reports about files, processes and marks.
  It's a sample.
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory = $true)]
    [string]$Path,
    [int]$Limit = 10,
    [switch]$Recurse,
    [ValidateSet("Name", 'Size')]
    [string]$SortBy = "Name"
)

using namespace System.Collections.Generic
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

$Script:Count = 0
$numbers = @(5, 3, 9, -4, 0x1F, 1.5e2)
$settings = @{
    Name    = "demo"
    Size    = 2KB
    Enabled = $true
    Nested  = @{ Key = $null; Other = $false }
}
$help = @"
usage: demo.ps1 -Path FOLDER
It's "quoted", and $($settings.Name) is computed.
"@
$raw = @'
Nothing is $computed here, don't worry.
'@

enum Level {
    Good
    Fair = 5
    Poor
}

class Student {
    [string]$Name
    [List[int]]$Marks = [List[int]]::new()
    static [int]$Made = 0
    hidden [datetime]$Born

    Student([string]$name) {
        $this.Name = $name
        [Student]::Made++
    }

    [void] Add([int]$mark) {
        if ($mark -lt 1 -or $mark -gt 6) {
            throw "A mark of $mark is impossible"
        }
        $this.Marks.Add($mark)
    }

    [double] Average() {
        if ($this.Marks.Count -eq 0) { return 0 }
        $sum = 0
        foreach ($mark in $this.Marks) {
            $sum += $mark
        }
        return $sum / $this.Marks.Count
    }

    [string] ToString() {
        return "$($this.Name): $($this.Marks -join ', ')"
    }
}

function Get-Level {
    param([double]$Average)
    switch ($Average) {
        { $_ -lt 2 } { return [Level]::Good }
        { $_ -lt 4 } { return [Level]::Fair }
        default { return [Level]::Poor }
    }
}

function Get-Factorial([int]$n) {
    if ($n -le 1) {
        return 1
    }
    return $n * (Get-Factorial ($n - 1))
}

function Get-Gcd([long]$a, [long]$b) {
    while ($b -ne 0) {
        $rest = $a % $b
        $a = $b
        $b = $rest
    }
    $a
}

function Test-Prime {
    param([int]$Number)
    if ($Number -lt 2) { return $false }
    for ($d = 2; $d * $d -le $Number; $d++) {
        if ($Number % $d -eq 0) {
            return $false
        }
    }
    return $true
}

function Sort-Bubble([int[]]$items) {
    for ($i = 0; $i -lt $items.Length - 1; $i++) {
        for ($j = 0; $j -lt $items.Length - $i - 1; $j++) {
            if ($items[$j] -gt $items[$j + 1]) {
                $items[$j], $items[$j + 1] = $items[$j + 1], $items[$j]
            }
        }
    }
    return $items
}

function Measure-Words {
    [OutputType([hashtable])]
    param(
        [Parameter(ValueFromPipeline)]
        [string]$Text
    )
    begin {
        $counts = @{}
    }
    process {
        foreach ($word in $Text.ToLower() -split '\s+') {
            if (-not $word) { continue }
            if ($counts.ContainsKey($word)) {
                $counts[$word]++
            } else {
                $counts[$word] = 1
            }
        }
    }
    end {
        $counts
    }
}

function Show-Folder {
    param([string]$Folder, [int]$Depth = 0)
    $items = Get-ChildItem -Path $Folder -Force |
        Where-Object { $_.Name -notlike '.*' } |
        Sort-Object -Property Name
    foreach ($item in $items) {
        Write-Host (' ' * $Depth + $item.Name)
        if ($item.PSIsContainer -and $Recurse) {
            Show-Folder $item.FullName ($Depth + 2)
        }
    }
}

function Invoke-Safely([scriptblock]$Action) {
    try {
        & $Action
    }
    catch [System.IO.IOException] {
        Write-Warning "No file: $($_.Exception.Message)"
    }
    catch {
        Write-Error "Failed: `"$_`""
    }
    finally {
        $Script:Count++
    }
}

$ann = [Student]::new('Ann')
$bob = New-Object Student -ArgumentList "Bob"
1, 2, 1 | ForEach-Object { $ann.Add($_) }
$bob.Add(5)
foreach ($student in $ann, $bob) {
    $level = Get-Level -Average $student.Average()
    "{0} is {1:N2} ({2})" -f $student.Name, $student.Average(), $level | Write-Host -ForegroundColor Green
}

Invoke-Safely {
    if (Test-Path $Path) {
        Show-Folder -Folder $Path
        Get-Content "$Path\log.txt" | Select-String 'error' |
            Select-Object -First $Limit |
            Export-Csv -Path out.csv -NoTypeInformation
    } elseif ($Path -match '^(\w+):\\') {
        Write-Verbose "drive $($Matches[1])"
    }
}

$primes = 1..50 | Where-Object { Test-Prime $_ }
$sum = ($primes | Measure-Object -Sum).Sum
Write-Output "sum $sum, factorial $(Get-Factorial 5), gcd $(Get-Gcd 84 36)"
Get-Process | Sort-Object CPU -Descending | Select-Object -First 5 Name, Id | Format-Table

$i = 0
do {
    $i += 1
    if ($i -eq 3) { break }
} until ($i -ge 10)
$result = Sort-Bubble $numbers; $joined = $result -join ';'
$total = $result[0] +
    $result[-1] -shl 1
Copy-Item -Path $Path `
    -Destination 'backup' -Recurse
[Console]::WriteLine($joined.Replace(';', "`t"))
$help, $raw | Measure-Words | ConvertTo-Json | Out-File -FilePath words.json
if ($null -eq $settings.Nested.Key -and -not $settings.Enabled) { exit 1 }
while ($true) { break }
