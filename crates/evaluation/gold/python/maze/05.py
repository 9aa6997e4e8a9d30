import heapq

# Each free cell becomes a node of a graph. The nodes are numbered
# row by row: number = row * width + column


def read_grid():
    height, width = [int(x) for x in input().split()]
    grid = ""
    for _ in range(height):
        grid += input().strip()
    return grid, height, width


def build_graph(grid, height, width):
    """
    Builds the adjacency lists. The order of each list is important,
    it has to be: above, below, left, right.
    """
    graph = {}
    for node, char in enumerate(grid):
        if char == "#":
            continue
        row, column = divmod(node, width)
        candidates = []
        if row >= 1:
            candidates.append(node - width)
        if row + 1 < height:
            candidates.append(node + width)
        if column >= 1:
            candidates.append(node - 1)
        if column + 1 < width:
            candidates.append(node + 1)
        graph[node] = [n for n in candidates if grid[n] != "#"]
    return graph


def dijkstra(graph, source):
    """Dijkstra's algorithm, every edge has the weight 1."""
    dist = {source: 0}
    done = set()
    heap = [(0, source)]
    while heap:
        d, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        for other in graph[node]:
            if other not in dist or d + 1 < dist[other]:
                dist[other] = d + 1
                heapq.heappush(heap, (d + 1, other))
    return dist


def mark_way(grid, graph, dist, source, target):
    marked = list(grid)
    node = target
    while True:
        for other in graph[node]:
            if dist[other] + 1 == dist[node]:
                node = other
                break
        if node == source:
            return "".join(marked)
        marked[node] = "*"


grid, height, width = read_grid()
source = grid.index("S")
target = grid.index("E")
graph = build_graph(grid, height, width)
dist = dijkstra(graph, source)

if target in dist:
    print("steps %d" % dist[target])
    picture = mark_way(grid, graph, dist, source, target)
    for begin in range(0, height * width, width):
        print(picture[begin:begin + width])
else:
    print("no way")
