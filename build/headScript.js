// Runs in the head of index.html, before any download: it asks for the scripts of the first screen, and sends its reads. Without
// it the app starts later. Its text is the same in each build, because the Content Security Policy names its hash: what a build
// adds is in the attribute `data-first`, which build/firstScript.ts writes.
{
  const { api, key, visitor, screens } = JSON.parse(document.currentScript.dataset.first)
  let session = null
  try {
    session = JSON.parse(localStorage.getItem(`sb-${new URL(api).hostname.split('.')[0]}-auth-token`))
  } catch {
    // Storage may be forbidden.
  }
  const { files, reads } = screens[location.pathname] ?? screens['*']
  for (const href of session === null ? visitor : files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  window.earlyReads = new Map()
  // supabase-js renews a token that expires within this time.
  const isCurrent = session?.user?.id && session.expires_at * 1000 - Date.now() >= 90_000
  for (const read of isCurrent ? reads : []) {
    const url = `${api}/rest/v1/${read.replace('USER', session.user.id)}`
    const authorization = `Bearer ${session.access_token}`
    const headers = { apikey: key, Authorization: authorization }
    const isCall = read.startsWith('rpc/')
    // The headers of the app's own request, which then needs no preflight.
    const ofCall = { ...headers, 'Content-Type': 'application/json', Prefer: 'return=representation' }
    const response = isCall ? fetch(url, { method: 'POST', body: '{}', headers: ofCall }) : fetch(url, { headers })
    // The query that takes the response handles its failure.
    response.catch(() => undefined)
    window.earlyReads.set(isCall ? `${url} {}` : url, { authorization, sentAt: performance.now(), response })
  }
}
