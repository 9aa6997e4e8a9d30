#version 330 core
// Lights, shadows and a fractal.
#define PI 3.14159265
#define MAX_LIGHTS 4
#ifdef GL_ES
precision mediump float;
#endif

struct Material {
    vec3 ambient;
    vec3 diffuse;
    vec3 specular;
    float shininess;
};

struct Light {
    vec4 position;
    vec3 color;
    float power;
    bool enabled;
};

layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec2 aCoordinate;

uniform mat4 model;
uniform mat4 view;
uniform mat4 projection;
uniform vec3 eye;
uniform float time;
uniform int steps;
uniform Material material;
uniform Light lights[MAX_LIGHTS];
uniform sampler2D picture;
uniform samplerCube sky;

out vec3 fragment;
out vec4 color;
flat out int chosen;

const float EPSILON = 1e-4;
const int LIMIT = 0x40;
const vec3 UP = vec3(0.0, 1.0, 0.0);

/* Noise without a texture. */
float random(vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

float noise(in vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    float a = random(i);
    float b = random(i + vec2(1.0, 0.0));
    float c = random(i + vec2(0.0, 1.0));
    float d = random(i + vec2(1.0, 1.0));
    vec2 u = f * f * (3.0 - 2.0 * f);
    return mix(a, b, u.x) + (c - a) * u.y * (1.0 - u.x) + (d - b) * u.x * u.y;
}

float clouds(vec2 p) {
    float value = 0.0;
    float size = 0.5;
    for (int i = 0; i < 5; i++) {
        value += size * noise(p);
        p *= 2.0;
        size *= 0.5;
    }
    return value;
}

mat2 rotation(float angle) {
    float s = sin(angle);
    float c = cos(angle);
    return mat2(c, -s, s, c);
}

vec3 palette(float t) {
    vec3 a = vec3(0.5);
    vec3 b = vec3(0.5);
    vec3 c = vec3(1.0, 0.7, 0.4);
    return a + b * cos(2.0 * PI * (c * t + 0.25));
}

vec3 phong(Light light, vec3 normal, vec3 position) {
    vec3 toLight = light.position.xyz - position;
    float distance2 = dot(toLight, toLight);
    toLight = normalize(toLight);
    float diffuse = max(dot(normal, toLight), 0.0);
    vec3 toEye = normalize(eye - position);
    vec3 halfway = normalize(toLight + toEye);
    float specular = 0.0;
    if (diffuse > 0.0) {
        specular = pow(max(dot(normal, halfway), 0.0), material.shininess);
    }
    vec3 sum = material.diffuse * diffuse + material.specular * specular;
    return sum * light.color * light.power / (1.0 + distance2);
}

float sphere(vec3 p, float radius) {
    return length(p) - radius;
}

float box(vec3 p, vec3 size) {
    vec3 q = abs(p) - size;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}

float scene(vec3 p) {
    float ground = p.y + 1.0;
    float ball = sphere(p - vec3(sin(time), 0.0, 3.0), 0.8);
    float cube = box(p - vec3(-1.5, 0.0, 4.0), vec3(0.5));
    return min(ground, min(ball, cube));
}

vec3 normalAt(vec3 p) {
    vec2 e = vec2(EPSILON, 0.0);
    return normalize(vec3(
        scene(p + e.xyy) - scene(p - e.xyy),
        scene(p + e.yxy) - scene(p - e.yxy),
        scene(p + e.yyx) - scene(p - e.yyx)));
}

float march(vec3 origin, vec3 direction, out int count) {
    float travelled = 0.0;
    count = 0;
    while (count < LIMIT) {
        float near = scene(origin + direction * travelled);
        if (near < EPSILON) {
            break;
        }
        travelled += near;
        if (travelled > 100.0) {
            return -1.0;
        }
        count++;
    }
    return travelled;
}

float shadow(vec3 p, vec3 direction) {
    float light = 1.0;
    float t = 0.1;
    for (int i = 0; i < steps; ++i) {
        float h = scene(p + direction * t);
        light = min(light, 8.0 * h / t);
        t += clamp(h, 0.02, 0.2);
        if (h < 0.001 || t > 10.0) break;
    }
    return clamp(light, 0.0, 1.0);
}

int mandelbrot(vec2 c) {
    vec2 z = vec2(0.0);
    int n = 0;
    do {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n += 1;
    } while (dot(z, z) < 4.0 && n < LIMIT);
    return n;
}

vec3 shade(int kind, vec3 position, vec3 normal) {
    vec3 result = material.ambient;
    switch (kind) {
        case 0:
            for (int i = 0; i < MAX_LIGHTS; i++) {
                if (!lights[i].enabled) continue;
                result += phong(lights[i], normal, position);
            }
            break;
        case 1:
            result = palette(position.x) * 0.5;
            break;
        case 2:
            result = textureCube(sky, reflect(position - eye, normal)).rgb;
            break;
        default:
            result = vec3(clouds(position.xz));
    }
    return result;
}

bool inside(vec2 p, vec4 area) {
    return p.x >= area.x && p.y >= area.y && p.x <= area.z && p.y <= area.w;
}

uint hash(uint x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x = (x << 3) | (x & 7u);
    return x % 1000u;
}

void main() {
    vec4 world = model * vec4(aPosition, 1.0);
    gl_Position = projection * view * world;
    fragment = world.xyz;
    vec3 normal = normalize(mat3(transpose(inverse(model))) * aNormal);
    int count;
    float far = march(eye, normalize(fragment - eye), count);
    vec2 moved = rotation(time * 0.1) * aCoordinate;
    chosen = far < 0.0 ? 3 : count % 3;
    vec3 lit = shade(chosen, fragment, normal) * shadow(fragment, UP);
    if (inside(moved, vec4(0.0, 0.0, 1.0, 1.0))) {
        lit = mix(lit, texture(picture, moved).rgb, 0.5);
    } else if (mandelbrot(moved) == LIMIT) {
        discard;
    }
    color = vec4(lit, float(hash(uint(count))) / 1000.0);
}
#include "common.glsl"
