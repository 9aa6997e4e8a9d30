#!/usr/bin/env groovy
// Reads the marks of a class and writes a report.
package school.marks

import groovy.transform.CompileStatic
import java.nio.file.Files

@CompileStatic
class Student implements Comparable<Student> {
    private String name
    final int year
    List<Integer> marks = []

    Student(String name, int year) {
        this.name = name
        this.year = year
    }

    double average() {
        if (marks.isEmpty()) {
            return 0
        }
        return marks.sum() / marks.size()
    }

    void add(int mark) {
        assert mark >= 1 && mark <= 6 : "a mark of ${mark} is impossible"
        marks << mark
    }

    @Override
    int compareTo(Student other) {
        average() <=> other.average()
    }

    String toString() { "$name (${year + 2000}): ${marks.join(', ')}" }
}

enum Level {
    GOOD('well done'), FAIR('go on'), POOR('try again')

    final String advice
    Level(String advice) { this.advice = advice }

    static Level of(double average) {
        switch (average) {
            case 0..<2: return GOOD
            case { it < 4 }: return FAIR
            default: return POOR
        }
    }
}

trait Named {
    abstract String getTitle()
    String shout() { title.toUpperCase() + '!' }
}

class Course implements Named {
    def students = [:]
    String title = 'Groovy'

    def leftShift(Student student) {
        students[student.name] = student
        this
    }

    def best(int count = 3) {
        students.values().sort(false).take(count)
    }

    def methodMissing(String name, args) {
        if (name =~ /^with[A-Z]\w*/) {
            return students.find { key, value -> key == name[4..-1] }?.value
        }
        throw new MissingMethodException(name, Course, args)
    }
}

def help = '''
usage: marks FILE
It's a table, "quoted" or not.
'''

def banner = """
Course: ${new Course().title}
Today it's ${new Date().format("yyyy-MM-dd")}
"""

def pattern = ~/(\w+);(\d+);(.*)/
def dollar = $/C:\temp\$name "it's" /slash/$

def parse(String line, pattern) {
    def matcher = line =~ pattern
    if (!matcher.matches()) {
        return null
    }
    def (whole, name, year, rest) = matcher[0]
    def student = new Student(name, year as int)
    for (text in rest.split(/,\s*/)) {
        try {
            student.add(Integer.parseInt(text.trim()))
        } catch (NumberFormatException | AssertionError error) {
            println "line '$line': ${error.message}"
        } finally {
            println 'done'
        }
    }
    return student
}

int fibonacci(int n) {
    int a = 0, b = 1
    for (int i = 0; i < n; i++) {
        (a, b) = [b, a + b]
    }
    a
}

def sort(list) {
    if (list.size() < 2) return list
    def pivot = list[0]
    def (left, right) = list.tail().split { it < pivot }
    sort(left) + [pivot] + sort(right)
}

def gcd = { long a, long b ->
    while (b != 0) {
        def rest = a % b
        a = b
        b = rest
    }
    return a
}

def compose = { Closure f, Closure g -> { x -> g(f(x)) } }
def twice = { it * 2 }
def next = { it + 1 }

def course = new Course()
def lines = ['ann;21;1, 2, 1', 'bob;22;5,4', 'broken line', 'eve;20;3,x']
lines.each { line ->
    def student = parse(line, pattern)
    if (student != null) {
        course << student
    } else {
        println "skipped: ${line.size() > 5 ? line[0..5] : line}"
    }
}

course.best(2).eachWithIndex { student, place ->
    println "${place + 1}. $student ${Level.of(student.average()).advice}"
}

def count = 0
while (true) {
    count++
    if (count % 2 == 0) continue
    if (count > 9) break
    print count + ' '
}
println ''

def table = lines.collectEntries { [(it.tokenize(';')[0]): it.size()] }
def total = table*.value.sum() ?: 0
def longest = table.max { it.value }?.key
assert total > 0
println "total $total, longest $longest, gcd ${gcd(84, 36)}"
println compose(twice, next)(20)
println sort([3, 1, 2, 9, -4, 0x1f, 1_000])

def file = new File(System.getProperty('user.home'), 'marks.txt')
if (file.exists() && !file.isDirectory()) {
    file.withReader('UTF-8') { reader ->
        reader.eachLine { text, number ->
            if (number > 10) return
            println "$number: $text"
        }
    }
}

def safe = { name -> course.students[name]?.average() ?: 0.0d }
println safe('ann') as String
println fibonacci(20)
println ((1..10).findAll { it & 1 }.inject(0) { sum, n -> sum + n ** 2 })
println help.readLines().size() + banner.length() + dollar.size()

def json = [name: 'class', marks: [1, 2, 3], nested: [flag: true, other: false]]
println json.nested.flag ? 'yes' : 'no'
switch (json.name) {
    case ~/cl.*/:
        println 'a class'
        break
    case ['a', 'b']:
        println 'a list'
        break
    default:
        println 'something'
}

task report(type: Copy, dependsOn: 'build') {
    from 'src/main'
    into "$buildDir/report"
    doLast {
        println 'copied'
    }
}
