@tool
extends CharacterBody2D
class_name Player
# A player that runs, jumps, shoots and keeps a score.

signal died(reason)
signal score_changed(old: int, new: int)

enum State { IDLE, RUN, JUMP = 10, DEAD }

const SPEED := 300.0
const JUMP_SPEED = -450.0
const Bullet = preload("res://scenes/bullet.tscn")

@export var lives: int = 3
@export_range(0, 100, 5) var power = 50
@onready var sprite: Sprite2D = $Sprite2D
@onready var label = get_node("../HUD/Label")

var state: State = State.IDLE
var score := 0:
	set(value):
		score_changed.emit(score, value)
		score = value
	get:
		return score
var items: Array[String] = ["sword", 'shield']
var stats = {"health": 100, "mana": 0x1F, power = 2}
var gravity: float = ProjectSettings.get_setting("physics/2d/default_gravity")


func _ready() -> void:
	randomize()
	sprite.play("idle")
	died.connect(_on_died)
	if not items.is_empty() and lives > 0:
		print("it's ready: ", items[0])
	for item in items:
		add_item(item)


func _process(delta: float) -> void:
	if state == State.DEAD:
		return
	label.text = "Score: %d, lives: %s" % [score, str(lives)]
	stats["mana"] = min(stats["mana"] + delta * 2.5, 100)


func _physics_process(delta):
	if !is_on_floor():
		velocity.y += gravity * delta
	if Input.is_action_just_pressed("jump") && is_on_floor():
		velocity.y = JUMP_SPEED
		state = State.JUMP
	var direction = Input.get_axis("left", "right")
	if direction != 0:
		velocity.x = direction * SPEED
		sprite.flip_h = direction < 0
	else:
		velocity.x = lerp(velocity.x, 0.0, 0.2)
	move_and_slide()
	for i in range(get_slide_collision_count()):
		var body = get_slide_collision(i).get_collider()
		if body is Enemy:
			hurt(body.damage)


func _input(event: InputEvent) -> void:
	match event.get_class():
		"InputEventKey":
			if event.pressed and event.keycode == KEY_SPACE:
				shoot()
		"InputEventMouseButton", "InputEventScreenTouch":
			target = event.position
		_:
			pass


func shoot(count: int = 1, spread := 0.1) -> Array:
	var made := []
	for n in count:
		var bullet = Bullet.instantiate()
		bullet.position = position + Vector2(10, -5)
		bullet.rotation = rotation + randf_range(-spread, spread)
		get_parent().add_child(bullet)
		made.append(bullet)
	return made


func hurt(damage: int) -> void:
	lives -= damage
	if lives <= 0:
		state = State.DEAD
		died.emit("no lives left")
	elif lives == 1:
		modulate = Color(1, 0, 0)
	else:
		await get_tree().create_timer(0.5).timeout
		modulate = Color.WHITE


func _on_died(reason: String) -> void:
	"""Ends the game."""
	print("game over: " + reason)
	sprite.play("dead")
	queue_free()


func add_item(name: String, count = 1) -> bool:
	if count < 1:
		push_error("nothing to add")
		return false
	if stats.has(name):
		stats[name] += count
	else:
		stats[name] = count
	score += 10 * count
	return true


static func fibonacci(n: int) -> int:
	if n < 2:
		return n
	return fibonacci(n - 1) + fibonacci(n - 2)


static func is_prime(n: int) -> bool:
	if n < 2:
		return false
	var d := 2
	while d * d <= n:
		if n % d == 0:
			return false
		d += 1
	return true


func sort_numbers(numbers: Array) -> Array:
	var sorted = numbers.duplicate()
	for i in range(sorted.size() - 1):
		for j in range(0, sorted.size() - i - 1):
			if sorted[j] > sorted[j + 1]:
				var kept = sorted[j]
				sorted[j] = sorted[j + 1]
				sorted[j + 1] = kept
	return sorted


func search(sorted: Array, wanted: int) -> int:
	var low = 0
	var high = sorted.size()
	while low < high:
		var middle = (low + high) / 2
		if sorted[middle] == wanted:
			return middle
		elif sorted[middle] < wanted:
			low = middle + 1
		else:
			high = middle
	return -1


func count_words(text: String) -> Dictionary:
	var counts = {}
	for word in text.to_lower().split(" ", false):
		if word.begins_with('"') or word == "":
			continue
		counts[word] = counts.get(word, 0) + 1
	return counts


func save(path: String) -> void:
	var file = FileAccess.open(path, FileAccess.WRITE)
	assert(file != null, "cannot write")
	file.store_string(JSON.stringify(stats))
	file.close()


func load_level(number: int) -> Node:
	var path = "res://levels/level_" + str(number) + ".tscn"
	if not ResourceLoader.exists(path):
		return null
	var scene = load(path)
	return scene.instantiate() as Node


class Enemy extends Node2D:
	var damage := 1
	var path: NodePath = ^"../Path"

	func _init(strength = 2):
		damage = strength

	func attack(other) -> void:
		if other and other.lives > 0:
			other.hurt(damage)
			super.attack(other)


class Inventory:
	var slots := {}
	var doubled = func(x): return x * 2

	func put(name, size: int) -> Inventory:
		slots[name] = size if size > 0 else doubled.call(1)
		return self

	func total() -> int:
		var sum := 0
		for name in slots:
			sum += slots[name] << 1 & 0xFF | 1
		return sum
