#!/usr/bin/perl
# Reads the log of a web server and answers questions about it: pages,
# visitors, hours, errors; keeps a cache and writes a report.
use strict;
use warnings;
use List::Util qw(sum max first);

package Counter;

sub new {
    my ($class, %options) = @_;
    my $self = { counts => {}, limit => $options{limit} || 10 };
    return bless $self, $class;
}

sub add {
    my ($self, $key, $amount) = @_;
    $amount = 1 unless defined $amount;
    $self->{counts}{$key} += $amount;
    return $self;
}

sub top {
    my $self = shift;
    my $counts = $self->{counts};
    my @sorted = sort { $counts->{$b} <=> $counts->{$a} || $a cmp $b } keys %$counts;
    splice(@sorted, $self->{limit}) if @sorted > $self->{limit};
    return map { [$_, $counts->{$_}] } @sorted;
}

sub total {
    my $self = shift;
    my $total = 0;
    $total += $_ for values %{ $self->{counts} };
    return $total;
}

package main;

=head1 NAME

logreport - what happened on the server; don't run it twice

=head1 OPTIONS

Everything after C<--> is a file name.

=cut

our $VERSION = '1.03';
my $verbose = 0;
my %months = (Jan => 1, Feb => 2, Mar => 3, Apr => 4, May => 5, Jun => 6);
my ($pages, $visitors) = (Counter->new(limit => 5), Counter->new);
my (@hours, %errors, @slow);

sub parse_line {
    my ($line) = @_;
    if ($line =~ m{^(\S+) \S+ \S+ \[(\d+)/(\w+)/(\d{4}):(\d\d)[^\]]*\] "(\w+) ([^"]*)" (\d{3}) (\d+|-)}) {
        my %entry = (
            host   => $1,
            day    => $2,
            month  => $months{$3} // 0,
            year   => $4,
            hour   => $5 + 0,
            method => $6,
            page   => $7,
            status => $8,
            bytes  => $9 eq '-' ? 0 : $9,
        );
        return \%entry;
    }
    return;
}

sub clean {
    my $page = shift;
    $page =~ s/\?.*$//;
    $page =~ s{/+}{/}g;
    $page =~ tr/A-Z/a-z/;
    $page =~ s/%([0-9a-f]{2})/chr(hex($1))/ge;
    $page = '/' if $page eq '' or $page =~ /^\.+$/;
    return $page;
}

sub read_log {
    my ($path) = @_;
    open(my $file, '<', $path) or die "cannot open $path: $!";
    my $read = 0;
    LINE: while (my $line = <$file>) {
        chomp $line;
        next LINE if $line =~ /^\s*(#|$)/;
        my $entry = parse_line($line);
        unless ($entry) {
            warn "line $. is odd\n" if $verbose;
            next;
        }
        last if $read++ > 1_000_000;
        if ($entry->{status} >= 400) {
            push @{ $errors{ $entry->{status} } }, $entry;
        } elsif ($entry->{bytes} > 1e6) {
            push @slow, $entry;
        } else {
            $pages->add(clean($entry->{page}));
        }
        $visitors->add($entry->{host});
        $hours[ $entry->{hour} ]++;
    }
    close($file);
    return $read;
}

sub mean {
    my @values = grep { defined } @_;
    return 0 if !@values;
    return sum(@values) / @values;
}

sub median {
    my @sorted = sort { $a <=> $b } @_;
    my $middle = int(@sorted / 2);
    return @sorted % 2 ? $sorted[$middle] : ($sorted[$middle - 1] + $sorted[$middle]) / 2;
}

sub binary_search {
    my ($list, $wanted) = @_;
    my ($low, $high) = (0, $#$list);
    while ($low <= $high) {
        my $middle = ($low + $high) >> 1;
        if ($list->[$middle] < $wanted) {
            $low = $middle + 1;
        } elsif ($list->[$middle] > $wanted) {
            $high = $middle - 1;
        } else {
            return $middle;
        }
    }
    return -1;
}

sub edit_distance {
    my ($left, $right) = @_;
    my @previous = (0 .. length($right));
    for my $i (1 .. length($left)) {
        my @current = ($i);
        for (my $j = 1; $j <= length($right); $j++) {
            my $cost = substr($left, $i - 1, 1) eq substr($right, $j - 1, 1) ? 0 : 1;
            my $best = $previous[$j - 1] + $cost;
            $best = $previous[$j] + 1 if $previous[$j] + 1 < $best;
            $best = $current[$j - 1] + 1 if $current[$j - 1] + 1 < $best;
            push @current, $best;
        }
        @previous = @current;
    }
    return $previous[-1];
}

my %cache;
sub fibonacci {
    my $n = shift;
    return $n if $n < 2;
    return $cache{$n} ||= fibonacci($n - 1) + fibonacci($n - 2);
}

sub make_counter {
    my $count = shift // 0;
    return sub { return ++$count };
}

sub bar {
    my ($value, $most) = @_;
    return '' if $most == 0;
    return '#' x int(40 * $value / $most);
}

sub report {
    my $most = max(map { $_ // 0 } @hours) || 0;
    print "Pages\n", '=' x 5, "\n";
    foreach my $row ($pages->top) {
        my ($page, $count) = @$row;
        printf "%6d  %s\n", $count, $page;
    }
    for my $hour (0 .. 23) {
        my $value = $hours[$hour] // 0;
        print join("\t", $hour, $value, bar($value, $most)), "\n";
    }
    while (my ($status, $list) = each %errors) {
        my $first = first { $_->{method} ne 'HEAD' } @$list;
        print "$status: ", scalar(@$list), ' times', $first ? ", first $first->{page}" : '', "\n";
    }
    do {
        my $entry = shift @slow;
        print "large: $entry->{page}\n" if $entry;
    } until (!@slow);
}

eval {
    my @paths = @ARGV ? @ARGV : ('access.log');
    for my $path (@paths) {
        my $read = read_log($path);
        print "$path: $read lines\n" unless $verbose && !$read;
    }
    report();
    1;
} or do {
    my $problem = $@ || 'unknown';
    print STDERR "failed: $problem";
    exit 1;
};

my $next = make_counter(5);
my @names = reverse qw/delta alpha echo/;
$next->() foreach 1 .. 3;
print binary_search([1, 3, 5, 8], 5), edit_distance('kitten', 'sitting'), fibonacci(20), "\n";
print "median ", median(3, 1, 2), " of @names\n" if exists $months{Jan} and not $verbose;
delete $cache{2};
