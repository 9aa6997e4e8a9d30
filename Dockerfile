# Builds a small image with one stripped binary, which runs as an unprivileged user.
FROM rust:1.95-bookworm AS build
WORKDIR /chaffinch
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/chaffinch/target \
    scripts/release

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/chaffinch chaffinch \
    && install --directory --owner chaffinch --mode 700 /var/lib/chaffinch/data
COPY --from=build /chaffinch/dist/chaffinch /usr/local/bin/chaffinch
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/chaffinch/
USER chaffinch
ENV CHAFFINCH_DATA_DIR=/var/lib/chaffinch/data \
    CHAFFINCH_LISTEN=0.0.0.0:8080 \
    CHAFFINCH_LOG_FORMAT=json
VOLUME /var/lib/chaffinch/data
EXPOSE 8080
# `doctor --alive` requests /healthz at the address that serve listens on, so the image needs no curl.
HEALTHCHECK --interval=30s --timeout=5s CMD ["chaffinch", "doctor", "--alive"]
ENTRYPOINT ["chaffinch"]
CMD ["serve"]
