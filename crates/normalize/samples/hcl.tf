# The course's machines: a network, a web tier behind a balancer, a database, and who may watch them.

terraform {
  required_version = ">= 1.5.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }

  backend "s3" {
    bucket = "course-state"
    key    = "web/terraform.tfstate"
    region = "eu-central-1"
  }
}

provider "aws" {
  region = var.region

  default_tags {
    tags = local.tags
  }
}

provider "aws" {
  alias  = "backup"
  region = "eu-west-1"
}

variable "region" {
  type        = string
  description = "Where everything stands"
  default     = "eu-central-1"
}

variable "machines" {
  type    = number
  default = 2

  validation {
    condition     = var.machines > 0 && var.machines < 10
    error_message = "Between one and nine machines, please."
  }
}

variable "ports" {
  type = map(object({
    from     = number
    to       = number
    protocol = optional(string, "tcp")
  }))
  default = {
    http  = { from = 80, to = 80 }
    https = { from = 443, to = 443 }
  }
}

variable "debug" {
  type      = bool
  default   = false
  sensitive = true
}

locals {
  name   = "course-${var.region}"
  cidr   = "10.0.0.0/16"
  zones  = slice(data.aws_availability_zones.here.names, 0, 2)
  is_big = var.machines >= 4 || var.debug
  half   = (var.machines + 1) / 2
  rest   = var.machines - local.half * 2 % 3

  tags = {
    Name    = local.name
    Owner   = "staff"
    Managed = !var.debug
  }

  // One subnet a zone, numbered.
  subnets = {
    for index, zone in local.zones :
    zone => cidrsubnet(local.cidr, 8, index)
    if zone != "eu-central-1c"
  }

  names  = [for index in range(var.machines) : format("web-%02d", index)]
  groups = { for name, port in var.ports : port.protocol => name... }
}

data "aws_availability_zones" "here" {
  state = "available"
}

data "aws_ami" "linux" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["al2023-ami-*-x86_64"]
  }
}

data "aws_iam_policy_document" "assume" {
  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

resource "aws_vpc" "main" {
  cidr_block           = local.cidr
  enable_dns_hostnames = true
}

resource "aws_subnet" "web" {
  for_each          = local.subnets
  vpc_id            = aws_vpc.main.id
  availability_zone = each.key
  cidr_block        = each.value

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags]
  }
}

resource "aws_security_group" "web" {
  name   = "${local.name}-web"
  vpc_id = aws_vpc.main.id

  dynamic "ingress" {
    for_each = var.ports
    iterator = port
    content {
      from_port   = port.value.from
      to_port     = port.value.to
      protocol    = port.value.protocol
      cidr_blocks = ["0.0.0.0/0"]
    }
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = -1
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_instance" "web" {
  count                  = var.machines
  ami                    = data.aws_ami.linux.id
  instance_type          = local.is_big ? "t3.large" : "t3.micro"
  subnet_id              = values(aws_subnet.web)[count.index % length(local.zones)].id
  vpc_security_group_ids = aws_security_group.web[*].id
  depends_on             = [aws_vpc.main]

  user_data = <<-SCRIPT
    #!/bin/sh
    echo "machine ${count.index}" > /etc/motd
    %{if var.debug}
    set -x
    %{endif}
    systemctl start web
  SCRIPT

  root_block_device {
    volume_size = 20 + count.index * 5
    encrypted   = true
  }

  provisioner "remote-exec" {
    inline = ["sudo systemctl status web"]

    connection {
      type = "ssh"
      host = self.public_ip
      user = "ec2-user"
    }
  }

  tags = merge(local.tags, { Name = local.names[count.index] })
}

/* The database stands in
   the first subnet only. */
resource "aws_db_instance" "main" {
  identifier          = "${local.name}-db"
  engine              = "postgres"
  engine_version      = "16.1"
  instance_class      = "db.t3.micro"
  allocated_storage   = 20
  username            = "course"
  password            = try(random_password.main[0].result, null)
  skip_final_snapshot = var.debug == true
  backup_window       = "03:00-04:00"
}

resource "random_password" "main" {
  count   = var.debug ? 0 : 1
  length  = 24
  special = false
}

module "watch" {
  source    = "./modules/watch"
  providers = { aws = aws.backup }
  targets   = aws_instance.web.*.id
  limits    = { cpu = 0.8, memory = 1.5e9 }
  enabled   = !var.debug && var.machines <= 8
}

moved {
  from = aws_instance.server
  to   = aws_instance.web
}

check "health" {
  assert {
    condition     = alltrue([for machine in aws_instance.web : machine.instance_state == "running"])
    error_message = "A machine is down."
  }
}

output "addresses" {
  description = "Where the machines answer"
  value       = { for machine in aws_instance.web : machine.tags["Name"] => machine.public_ip }
}

output "database" {
  value     = aws_db_instance.main.endpoint
  sensitive = true
}

output "summary" {
  value = <<END
${join(", ", local.names)} in ${var.region}
END
}
