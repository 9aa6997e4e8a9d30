%% A bank whose accounts are processes, and some lists.
-module(bank).
-behaviour(gen_server).
-export([start/0, stop/1, deposit/2, withdraw/2, balance/1]).
-export([init/1, handle_call/3, handle_cast/2]).
-import(lists, [map/2, foldl/3]).
-include_lib("eunit/include/eunit.hrl").
-define(LIMIT, 16#FF).
-define(LOG(Text), io:format("~s: ~p~n", [?MODULE, Text])).
-record(account, {owner = "nobody" :: string(), amount = 0, log = []}).
-type amount() :: non_neg_integer().

%% The interface of the bank.
start() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

stop(Pid) ->
    Pid ! stop,
    ok.

-spec deposit(pid(), amount()) -> ok | {error, atom()}.
deposit(Pid, Amount) when is_integer(Amount), Amount > 0 ->
    gen_server:call(Pid, {deposit, Amount});
deposit(_, _) ->
    {error, bad_amount}.

withdraw(Pid, Amount) ->
    case gen_server:call(Pid, {withdraw, Amount}) of
        {ok, Rest} when Rest =< 0 ->
            ?LOG("empty"),
            {ok, Rest};
        {ok, Rest} ->
            {ok, Rest};
        {error, Why} = Error ->
            io:format("it didn't work: ~p~n", [Why]),
            Error
    end.

balance(Pid) ->
    gen_server:call(Pid, balance).

%% The callbacks.
init([]) ->
    process_flag(trap_exit, true),
    {ok, #account{owner = "ann"}}.

handle_call({deposit, Amount}, _From, State = #account{amount = Old}) ->
    New = Old + Amount,
    {reply, ok, State#account{amount = New, log = [{in, Amount} | State#account.log]}};
handle_call({withdraw, Amount}, _From, #account{amount = Old} = State) ->
    if
        Amount > Old ->
            {reply, {error, no_money}, State};
        Amount =:= Old; Amount < ?LIMIT ->
            {reply, {ok, Old - Amount}, State#account{amount = Old - Amount}};
        true ->
            {reply, {error, too_much}, State}
    end;
handle_call(balance, _From, State) ->
    {reply, State#account.amount, State}.

handle_cast(_Message, State) ->
    {noreply, State}.

%% Lists without a library.
sum([]) -> 0;
sum([Head | Tail]) -> Head + sum(Tail).

len(List) -> len(List, 0).

len([], Count) -> Count;
len([_ | Tail], Count) -> len(Tail, Count + 1).

average([]) ->
    throw({error, empty});
average(List) ->
    sum(List) / len(List).

reverse_of(List) ->
    foldl(fun(Item, Done) -> [Item | Done] end, [], List).

quicksort([]) -> [];
quicksort([Pivot | Rest]) ->
    Small = [X || X <- Rest, X < Pivot],
    Large = [X || X <- Rest, X >= Pivot],
    quicksort(Small) ++ [Pivot] ++ quicksort(Large).

primes(Limit) ->
    sieve(lists:seq(2, Limit)).

sieve([]) -> [];
sieve([Prime | Rest]) ->
    [Prime | sieve([N || N <- Rest, N rem Prime =/= 0])].

fibonacci(0) -> 0;
fibonacci(1) -> 1;
fibonacci(N) when N > 1 ->
    fibonacci(N - 1) + fibonacci(N - 2).

gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).

%% Text and characters.
is_vowel(Char) ->
    lists:member(Char, [$a, $e, $i, $o, $u]).

count_words(Text) ->
    count_words(Text, 1).

count_words([], Count) -> Count;
count_words([$\s | Rest], Count) -> count_words(Rest, Count + 1);
count_words([$\n | Rest], Count) -> count_words(Rest, Count + 1);
count_words([_ | Rest], Count) -> count_words(Rest, Count).

caesar(Text, Shift) ->
    map(fun(C) when C >= $a, C =< $z -> (C - $a + Shift) rem 26 + $a;
           (C) -> C
        end, Text).

parse(<<Size:16/big, Kind:8, Body:Size/binary, _/binary>>) ->
    {Kind, Body};
parse(<<>>) ->
    none;
parse(Other) when is_binary(Other) ->
    {error, byte_size(Other)}.

checksum(Binary) ->
    lists:foldl(fun(Byte, Sum) -> (Sum + Byte) band 16#FFFF end, 0, binary_to_list(Binary)).

%% Processes.
counter(Count) ->
    receive
        {add, N} ->
            counter(Count + N);
        {get, From} ->
            From ! {count, Count},
            counter(Count);
        stop ->
            io:format("stopped at ~w~n", [Count])
    after 5000 ->
        timeout
    end.

workers(Count) ->
    Parent = self(),
    Pids = [spawn(fun() -> Parent ! {self(), fibonacci(N)} end) || N <- lists:seq(1, Count)],
    [receive {Pid, Result} -> Result end || Pid <- Pids].

safe(Fun) ->
    try Fun() of
        Value -> {ok, Value}
    catch
        throw:{error, Why} -> {error, Why};
        error:badarith -> {error, arithmetic};
        _:_ -> {error, unknown}
    after
        ok
    end.

%% A tree as nested tuples.
insert(Key, Value, nil) ->
    {node, Key, Value, nil, nil};
insert(Key, Value, {node, K, V, Left, Right}) ->
    if
        Key < K -> {node, K, V, insert(Key, Value, Left), Right};
        Key > K -> {node, K, V, Left, insert(Key, Value, Right)};
        true -> {node, K, Value, Left, Right}
    end.

depth(nil) -> 0;
depth({node, _, _, Left, Right}) ->
    1 + max(depth(Left), depth(Right)).

to_map(Pairs) ->
    lists:foldl(fun({K, V}, Map) -> Map#{K => V} end, #{}, Pairs).

lookup(Key, Map) ->
    case Map of
        #{Key := Value} -> Value;
        _ -> undefined
    end.

average_test() ->
    ?assertEqual(2.0, average([1, 2, 3])),
    ?assertMatch({error, _}, safe(fun() -> average([]) end)).

sort_test() ->
    Sorted = quicksort([3, 1, 2]),
    ?assert(Sorted == [1, 2, 3] andalso not (Sorted =:= [])).

main(_) ->
    {ok, Pid} = start(),
    ok = deposit(Pid, 100),
    {ok, Rest} = withdraw(Pid, 30),
    io:format("rest ~p, primes ~w~n", [Rest, primes(30)]),
    begin
        Words = count_words("it's a text"),
        io:format("~p words~n", [Words])
    end,
    halt(0).
