function results = weather_study(path, varargin)
% WEATHER_STUDY  Reads measurements, fills gaps, fits a line and a season,
% and draws what it found. Everything is in one file.
%{
  A block of notes: the station moved in 1987, so values before that
  year are corrected by half a degree; see correct_station below.
%}
global verbose
persistent runs
if isempty(runs)
    runs = 0;
end
runs = runs + 1;
verbose = nargin > 1 && varargin{1};

[dates, values] = read_table(path);
values = correct_station(dates, values, 1987);
values = fill_gaps(values);

model = fit_line(dates, values);
season = fit_season(dates, values - evaluate(model, dates), 3);
smooth = moving_mean(values, 7);

results = struct('model', model, 'season', season, 'smooth', smooth);
results.extremes = find_extremes(smooth);
results.histogram = bin_counts(values, -20:5:40);
report(results);
draw(dates, values, smooth);
end

function [dates, values] = read_table(path)
    file = fopen(path, 'r');
    if file < 0
        error('weather:open', 'cannot open "%s"', path);
    end
    dates = []; values = [];
    line = fgetl(file);
    while ischar(line)
        parts = strsplit(line, ';');
        if numel(parts) ~= 2 || isempty(parts{1})
            line = fgetl(file);
            continue
        end
        dates(end + 1) = str2double(parts{1});
        values(end + 1) = str2double(parts{2});
        line = fgetl(file);
    end
    fclose(file);
    dates = dates'; values = values.';
end

function values = correct_station(dates, values, year)
    early = dates < year;
    values(early) = values(early) + 0.5;
    values(~early & values > 60) = NaN;
end

function values = fill_gaps(values)
    n = numel(values);
    k = 1;
    while k <= n
        if ~isnan(values(k))
            k = k + 1;
            continue;
        end
        first = k;
        while k <= n && isnan(values(k))
            k = k + 1;
        end
        if first == 1 && k > n
            error('nothing but gaps');
        elseif first == 1
            values(1:k - 1) = values(k);
        elseif k > n
            values(first:n) = values(first - 1);
        else
            step = (values(k) - values(first - 1)) / (k - first + 1);
            for j = first:k - 1
                values(j) = values(j - 1) + step;
            end
        end
    end
end

function model = fit_line(x, y)
    A = [ones(size(x)), x];
    coefficients = (A' * A) \ (A' * y);
    residual = y - A * coefficients;
    model.offset = coefficients(1);
    model.slope = coefficients(2);
    model.error = sqrt(residual' * residual / max(1, numel(x) - 2));
end

function y = evaluate(model, x)
    y = model.offset + model.slope .* x;
end

function season = fit_season(dates, rest, harmonics)
    season = zeros(2, harmonics);
    t = 2 * pi * (dates - floor(dates));
    for h = 1:harmonics
        season(1, h) = 2 * mean(rest .* cos(h * t));
        season(2, h) = 2 * mean(rest .* sin(h * t));
    end
    season(abs(season) < 1e-12) = 0;
end

function smooth = moving_mean(values, width)
    half = floor(width / 2);
    n = length(values);
    smooth = zeros(n, 1);
    for k = 1:n
        from = max(1, k - half);
        to = min(n, k + half);
        smooth(k) = sum(values(from:to)) / (to - from + 1);
    end
end

function extremes = find_extremes(values)
    extremes = struct('place', {}, 'kind', {});
    for k = 2:numel(values) - 1
        if values(k) > values(k - 1) && values(k) >= values(k + 1)
            extremes(end + 1) = struct('place', k, 'kind', 'high');
        elseif values(k) < values(k - 1) && values(k) <= values(k + 1)
            extremes(end + 1) = struct('place', k, 'kind', 'low');
        end
    end
end

function counts = bin_counts(values, edges)
    counts = zeros(1, numel(edges) - 1);
    for v = values'
        bin = find(v >= edges, 1, 'last');
        if isempty(bin) || bin > numel(counts)
            continue
        end
        counts(bin) = counts(bin) + 1;
    end
end

function root = newton(f, df, start)
    root = start;
    for round = 1:50
        step = f(root) / df(root);
        root = root - step;
        if abs(step) < eps
            break
        end
    end
end

function sorted = merge_sort(list)
    n = numel(list);
    if n < 2
        sorted = list;
        return
    end
    middle = floor(n / 2);
    left = merge_sort(list(1:middle));
    right = merge_sort(list(middle + 1:end));
    sorted = [];
    i = 1; j = 1;
    while i <= numel(left) && j <= numel(right)
        if left(i) <= right(j)
            sorted = [sorted, left(i)];
            i = i + 1;
        else
            sorted = [sorted, right(j)];
            j = j + 1;
        end
    end
    sorted = [sorted, left(i:end), right(j:end)];
end

function name = season_name(month)
    switch month
        case {12, 1, 2}
            name = 'winter';
        case {3, 4, 5}
            name = 'spring';
        case {6, 7, 8}
            name = "summer";
        otherwise
            name = 'autumn';
    end
end

function report(results)
    fprintf('slope %.4f, error %.3f\n', results.model.slope, ...
        results.model.error);
    for e = results.extremes
        fprintf('%d is a %s, isn''t it?\n', e.place, e.kind);
    end
    try
        square = @(x) x .^ 2 - 2;
        root = newton(square, @(x) 2 * x, 1);
        assert(abs(root - sqrt(2)) < 1e-9, 'no root');
    catch problem
        warning(problem.message);
        rethrow(problem);
    end
    M = [1, 2, 3
         4, 5, 6
         7, 8, 10];
    disp(M' + inv(M)');
    disp(merge_sort([3 1 2]));
    disp(season_name(4));
end

function draw(dates, values, smooth)
    figure; hold on;
    plot(dates, values, 'k.', dates, smooth, 'r-');
    xlabel('year'); ylabel('degrees');
    legend({'measured', 'smooth'});
    if ~any(isnan(values)) || numel(values) == 0
        title('complete');
    end
    hold off;
end
