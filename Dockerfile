# A small image with the program of a release, which runs as an unprivileged user.
#
#   docker build --tag chaffinch .                                builds the program, too: about ten minutes
#   docker build --tag chaffinch --build-context release=dist .   uses the tarball that scripts/release made
FROM rust:1.95-bookworm AS build
WORKDIR /chaffinch
COPY . .
# The date of the files in the image, in seconds since 1970.
ARG SOURCE_DATE_EPOCH
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/chaffinch/target \
    scripts/release tarball

FROM scratch AS release
COPY --from=build /chaffinch/dist/*.tar.gz /

FROM debian:bookworm-slim
# Certificates of authorities: for PostgreSQL with verify-full, identity providers, mail and notifications.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/chaffinch chaffinch \
    && install --directory --owner chaffinch --mode 700 /var/lib/chaffinch/data
RUN --mount=type=bind,from=release,target=/release \
    mkdir /usr/share/doc/chaffinch \
    && tar --extract --gzip --no-same-owner --strip-components 1 --directory /usr/share/doc/chaffinch \
        --file "$(ls /release/chaffinch-[0-9]*-"$(uname -m)"-unknown-linux-gnu.tar.gz)" \
    && mv /usr/share/doc/chaffinch/chaffinch /usr/local/bin/
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
