// Vectors, matrices, a histogram and a scan on the graphics processor.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define BLOCK 256
#define TILE 16
#define CHECK(call)                                                   \
    do {                                                              \
        cudaError_t error = (call);                                   \
        if (error != cudaSuccess) {                                   \
            fprintf(stderr, "it's broken: %s\n", cudaGetErrorString(error)); \
            exit(1);                                                  \
        }                                                             \
    } while (0)

__constant__ float weights[9];
__device__ int counter = 0;

struct Particle {
    float3 position;
    float3 velocity;
    float mass;
};

__host__ __device__ inline float square(float x) {
    return x * x;
}

__device__ float distance(const Particle &a, const Particle &b) {
    return sqrtf(square(a.position.x - b.position.x) + square(a.position.y - b.position.y) + 1e-6f);
}

/* c = a + b */
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}

template <typename T>
__global__ void scale(T *data, T factor, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        data[i] *= factor;
    }
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < (n + TILE - 1) / TILE; ++tile) {
        int x = tile * TILE + threadIdx.x;
        int y = tile * TILE + threadIdx.y;
        tileA[threadIdx.y][threadIdx.x] = row < n && x < n ? a[row * n + x] : 0.0f;
        tileB[threadIdx.y][threadIdx.x] = column < n && y < n ? b[y * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        }
        __syncthreads();
    }
    if (row < n && column < n) {
        c[row * n + column] = sum;
    }
}

__global__ void reduce(const float *input, float *output, int n) {
    extern __shared__ float partial[];
    unsigned int thread = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x * 2 + thread;
    float mine = i < n ? input[i] : 0;
    if (i + blockDim.x < n) {
        mine += input[i + blockDim.x];
    }
    partial[thread] = mine;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (thread < s) {
            partial[thread] += partial[thread + s];
        }
        __syncthreads();
    }
    if (thread == 0) {
        atomicAdd(output, partial[0]);
    }
}

__global__ void histogram(const unsigned char *image, int *bins, int n) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        atomicAdd(&local[image[i] & 0xff], 1);
        i += blockDim.x * gridDim.x;
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void blur(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int nx = min(max(x + dx, 0), width - 1);
            int ny = min(max(y + dy, 0), height - 1);
            sum += in[ny * width + nx] * weights[(dy + 1) * 3 + dx + 1];
        }
    }
    out[y * width + x] = sum;
}

__global__ void scan(float *data, int n) {
    __shared__ float temporary[2 * BLOCK];
    int thread = threadIdx.x;
    int out = 0, in = 1;
    temporary[thread] = thread > 0 ? data[thread - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset <<= 1) {
        out = 1 - out;
        in = 1 - out;
        if (thread >= offset) {
            temporary[out * n + thread] = temporary[in * n + thread] + temporary[in * n + thread - offset];
        } else {
            temporary[out * n + thread] = temporary[in * n + thread];
        }
        __syncthreads();
    }
    data[thread] = temporary[out * n + thread];
}

__global__ void move(Particle *all, int n, float step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle me = all[i];
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        float d = distance(me, all[j]);
        me.velocity.x += all[j].mass * (all[j].position.x - me.position.x) / (d * d * d) * step;
    }
    all[i] = me;
    atomicAdd(&counter, 1);
}

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t size) : size_(size) {
        CHECK(cudaMalloc(&data_, size * sizeof(T)));
    }
    ~DeviceArray() {
        cudaFree(data_);
    }
    void load(const std::vector<T> &from) {
        CHECK(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    T *get() const { return data_; }

private:
    T *data_ = nullptr;
    size_t size_;
};

float sumOnHost(const std::vector<float> &values) {
    float sum = 0.0f;
    for (auto value : values) {
        sum += value;
    }
    return sum;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    std::vector<float> a(n, 1.5f), b(n, 2.0f), c(n);
    DeviceArray<float> da(n), db(n), dc(n);
    da.load(a);
    db.load(b);
    int blocks = (n + BLOCK - 1) / BLOCK;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    add<<<blocks, BLOCK>>>(da.get(), db.get(), dc.get(), n);
    scale<float><<<blocks, BLOCK>>>(dc.get(), 0.5f, n);
    CHECK(cudaDeviceSynchronize());
    dim3 grid(n / TILE, n / TILE), threads(TILE, TILE);
    multiply<<<grid, threads>>>(da.get(), db.get(), dc.get(), TILE);
    reduce<<<blocks / 2, BLOCK, BLOCK * sizeof(float), 0>>>(dc.get(), da.get(), n);
    cudaEventRecord(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    CHECK(cudaMemcpy(c.data(), dc.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        if (c[i] != a[i] + b[i]) {
            printf("wrong at %d%c", i, '\n');
            break;
        }
    }
    printf("%f ms, sum %f\n", milliseconds, sumOnHost(c));
    return 0;
}
