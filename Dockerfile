# docker build --tag forgery .
# docker run --publish 8080:8080 --env FORGERY_CONTROL_TOKEN=at-least-8-characters forgery
#
# Without the token everything works but control calls (/_forge/…, but for its health): those who reach a container
# come from beyond its own machine. Behind a name other than localhost: forgery serve --host 0.0.0.0 --allow-host NAME.

FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY test/package/oldest-typescript test/package/oldest-typescript
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:22-slim
WORKDIR /opt/forgery
COPY --from=build /tmp/forgery-*.tgz /tmp/
RUN npm install --ignore-scripts --no-audit --no-fund /tmp/forgery-*.tgz
ENV PATH="/opt/forgery/node_modules/.bin:$PATH" PORT=8080
USER node
WORKDIR /home/node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_forge/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["forgery"]
CMD ["serve", "--host", "0.0.0.0"]
