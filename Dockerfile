# Intaglio with Chromium, as an unprivileged user:
#   docker build -t intaglio . && docker run --rm -v "$PWD:/data" intaglio run https://example.org/ -o out
FROM python:3.12-slim-bookworm

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-liberation \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 intaglio \
    && mkdir /data \
    && chown intaglio /data

COPY pyproject.toml README.md LICENSE /source/
COPY src /source/src
RUN pip install --no-cache-dir '/source[browser,crawl,warc,search,parquet,web]'

USER 1000
WORKDIR /data
ENTRYPOINT ["intaglio"]
CMD ["--help"]
