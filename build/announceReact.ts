import type { Plugin } from 'vite'

/** Preloads React from index.html: every first screen needs it, and the first script would ask for it only later. */
export const announceReact: Plugin = {
  name: 'announce-react',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === 'chunk' && ['react', 'rolldown-runtime'].includes(file.name))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        })),
  },
}
