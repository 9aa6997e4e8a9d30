#!/usr/bin/tclsh
# A text adventure: rooms, things, a parser for commands, a score table
# on disk and a small test at the end.
package require Tcl 8.6

namespace eval ::game {
    variable rooms
    variable things
    variable here "hall"
    variable score 0
    variable limit 0x20
    array set rooms {}
    array set things {}
}

proc ::game::room {name text exits} {
    variable rooms
    set rooms($name,text) $text
    foreach {direction target} $exits {
        set rooms($name,$direction) $target
    }
}

proc ::game::thing {name place {weight 1}} {
    variable things
    set things($name,place) $place
    set things($name,weight) $weight
    lappend things(all) $name
}

proc ::game::look {} {
    variable rooms
    variable things
    variable here
    puts $rooms($here,text)
    set seen {}
    foreach name $things(all) {
        if {$things($name,place) eq $here} {
            lappend seen $name
        }
    }
    if {[llength $seen] > 0} {
        puts "You see: [join $seen {, }]"
    } else {
        puts "There is nothing here."
    }
    return $seen
}

proc ::game::go {direction} {
    variable rooms
    variable here
    if {![info exists rooms($here,$direction)]} {
        puts "You cannot go $direction."
        return 0
    }
    set here $rooms($here,$direction)
    look
    return 1
}

proc ::game::load {} {
    variable things
    set sum 0
    foreach name $things(all) {
        if {$things($name,place) eq "bag"} {
            incr sum $things($name,weight)
        }
    }
    return $sum
}

proc ::game::take {name} {
    variable things
    variable here
    variable score
    if {![info exists things($name,place)] || $things($name,place) ne $here} {
        puts "There is no $name here."
    } elseif {[load] + $things($name,weight) > 10} {
        puts "That is too heavy."
    } else {
        set things($name,place) bag
        incr score 5
        puts "Taken."
    }
}

proc ::game::drop {name} {
    variable things
    variable here
    switch -exact -- $things($name,place) {
        bag {
            set things($name,place) $here
            puts "Dropped."
        }
        default {
            puts "You do not have the $name."
        }
    }
}

proc ::game::command {line} {
    variable score
    set words [split [string tolower [string trim $line]]]
    set verb [lindex $words 0]
    set rest [lrange $words 1 end]
    switch -regexp -- $verb {
        ^(n|s|e|w)$ {
            go $verb
        }
        ^l {
            look
        }
        ^take$ {
            foreach name $rest { take $name }
        }
        ^drop$ {
            foreach name $rest { drop $name }
        }
        ^quit$ {
            return 0
        }
        default {
            puts "I do not understand \"$verb\"."
            set score [expr {$score - 1}]
        }
    }
    return 1
}

# Scores: one line a player, best first.
proc read_scores {path} {
    set scores {}
    if {[catch {open $path r} file]} {
        return $scores
    }
    while {[gets $file line] >= 0} {
        if {[regexp {^(\w+)\s+(\d+)$} $line whole name points]} {
            lappend scores [list $name $points]
        }
    }
    close $file
    return [lsort -integer -decreasing -index 1 $scores]
}

proc write_scores {path scores} {
    set file [open $path w]
    try {
        foreach entry $scores {
            lassign $entry name points
            puts $file [format "%-10s %d" $name $points]
        }
    } on error {message options} {
        puts stderr "cannot write: $message"
        return -options $options $message
    } finally {
        close $file
    }
}

proc insertion_sort {list} {
    set n [llength $list]
    for {set i 1} {$i < $n} {incr i} {
        set current [lindex $list $i]
        set j [expr {$i - 1}]
        while {$j >= 0 && [lindex $list $j] > $current} {
            lset list [expr {$j + 1}] [lindex $list $j]
            incr j -1
        }
        lset list [expr {$j + 1}] $current
    }
    return $list
}

proc factorial {n} {
    if {$n <= 1} { return 1 }
    return [expr {$n * [factorial [expr {$n - 1}]]}]
}

proc frequencies {text} {
    set counts [dict create]
    foreach word [regexp -all -inline {\w+} $text] {
        dict incr counts $word
    }
    dict for {word count} $counts {
        if {$count < 2} {
            dict unset counts $word
        }
    }
    return $counts
}

proc repeat {count body} {
    for {set i 0} {$i < $count} {incr i} {
        set code [catch {uplevel 1 $body} result]
        if {$code == 3} { break } elseif {$code == 4} { continue }
    }
}

proc swap {first second} {
    upvar 1 $first a $second b
    set temporary $a; set a $b; set b $temporary
}

::game::room hall "A long hall with a clock." {n garden e kitchen}
::game::room garden "A garden; it rains." {s hall}
::game::room kitchen "A kitchen. It smells of soup." \
    {w hall}
::game::thing lamp hall 3
::game::thing apple garden
::game::thing pot kitchen 9

set total 0
repeat 3 {
    incr total [factorial $total]
}
swap total limit
puts [insertion_sort {5 3 9 1}]
puts [frequencies "a rose is a rose is a rose"]

while {[gets stdin line] >= 0} {
    if {![::game::command $line]} break
}
set scores [read_scores scores.txt]
lappend scores [list $env(USER) $::game::score]
write_scores scores.txt $scores
exit 0
