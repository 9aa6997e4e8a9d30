// A game: a ball, a paddle, bricks, particles and a score.
import processing.sound.*;
import java.util.ArrayList;

final int ROWS = 5;
final int COLUMNS = 10;
final float SPEED = 4.5;

Ball ball;
Paddle paddle;
Brick[][] bricks = new Brick[ROWS][COLUMNS];
ArrayList<Particle> particles = new ArrayList<Particle>();
PFont font;
PImage picture;
int score = 0;
int lives = 3;
boolean running = false;
color back = #223344;
String message = "it's your turn, \"click\"";

void setup() {
  size(640, 480);
  frameRate(60);
  smooth();
  font = createFont("Arial", 16);
  textFont(font);
  picture = loadImage("brick.png");
  reset();
}

void reset() {
  ball = new Ball(width / 2, height - 60);
  paddle = new Paddle(80);
  for (int row = 0; row < ROWS; row++) {
    for (int column = 0; column < COLUMNS; column++) {
      bricks[row][column] = new Brick(column * 64, 40 + row * 20, row + 1);
    }
  }
  score = 0;
  lives = 3;
}

void draw() {
  background(back);
  if (running) {
    ball.move();
    paddle.move(mouseX);
    collide();
  }
  for (Brick[] row : bricks) {
    for (Brick brick : row) {
      brick.show();
    }
  }
  ball.show();
  paddle.show();
  for (int i = particles.size() - 1; i >= 0; i--) {
    Particle particle = particles.get(i);
    particle.move();
    particle.show();
    if (particle.isGone()) {
      particles.remove(i);
    }
  }
  fill(255);
  text("score " + score + " lives " + lives, 10, 20);
  if (!running) {
    text(message, width / 2 - 80, height / 2);
  }
}

void collide() {
  if (paddle.touches(ball)) {
    ball.bounce();
    return;
  }
  for (int row = 0; row < ROWS; row++) {
    for (int column = 0; column < COLUMNS; column++) {
      Brick brick = bricks[row][column];
      if (!brick.alive || !brick.touches(ball)) continue;
      brick.hit();
      ball.bounce();
      score += 10 * (ROWS - row);
      burst(ball.x, ball.y, 20);
      break;
    }
  }
  if (ball.y > height) {
    lives--;
    running = false;
    if (lives == 0) {
      message = "the end";
      reset();
    } else {
      ball = new Ball(width / 2, height - 60);
    }
  }
}

void burst(float x, float y, int count) {
  while (count > 0) {
    particles.add(new Particle(x, y));
    count--;
  }
}

void mousePressed() {
  running = true;
}

void keyPressed() {
  switch (key) {
  case 'r':
    reset();
    break;
  case ' ':
    running = !running;
    break;
  case CODED:
    if (keyCode == LEFT) {
      paddle.x -= 10;
    } else if (keyCode == RIGHT) {
      paddle.x += 10;
    }
    break;
  default:
    println("unknown key: " + key);
  }
}

class Ball {
  float x, y, dx, dy;
  int size = 12;

  Ball(float x, float y) {
    this.x = x;
    this.y = y;
    dx = random(-2, 2);
    dy = -SPEED;
  }

  void move() {
    x += dx;
    y += dy;
    if (x < 0 || x > width) dx = -dx;
    if (y < 0) dy = abs(dy);
  }

  void bounce() {
    dy = -dy;
    dx += random(-0.5, 0.5);
    dx = constrain(dx, -5, 5);
  }

  void show() {
    noStroke();
    fill(255, 200, 0);
    ellipse(x, y, size, size);
  }
}

class Paddle {
  float x;
  final int size;

  Paddle(int size) {
    this.size = size;
    x = width / 2;
  }

  void move(int target) {
    x = lerp(x, target, 0.2);
  }

  boolean touches(Ball ball) {
    return ball.dy > 0 && ball.y > height - 30 && abs(ball.x - x) < size / 2;
  }

  void show() {
    rectMode(CENTER);
    fill(#ff8800);
    rect(x, height - 20, size, 10, 4);
  }
}

abstract class Thing {
  abstract void show();
}

class Brick extends Thing {
  private final int x, y;
  private int strength;
  boolean alive = true;

  Brick(int x, int y, int strength) {
    this.x = x;
    this.y = y;
    this.strength = strength;
  }

  void hit() {
    strength--;
    alive = strength > 0;
  }

  boolean touches(Ball ball) {
    return dist(ball.x, ball.y, x + 32, y + 10) < 30;
  }

  @Override
  void show() {
    if (!alive) {
      return;
    }
    fill(color(50 * strength, 100, 150));
    image(picture, x, y, 62, 18);
  }
}

class Particle {
  PVector position, velocity;
  int age = 0;

  Particle(float x, float y) {
    position = new PVector(x, y);
    velocity = PVector.random2D().mult(random(3));
  }

  void move() {
    velocity.y += 0.1;
    position.add(velocity);
    age++;
  }

  boolean isGone() {
    return age >= 60 ? true : false;
  }

  void show() {
    stroke(255, 255 - age * 4);
    point(position.x, position.y);
  }
}

int best(int[] scores) {
  int most = 0;
  try {
    for (int each : scores) {
      most = max(most, each & 0xff | 1 << 2);
    }
  } catch (NullPointerException error) {
    println(error);
  }
  return most;
}
