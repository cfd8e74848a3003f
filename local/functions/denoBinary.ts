import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The Deno executable from its npm package for this platform; needs no install script. */
export function denoBinary(): string {
  const { platform, arch } = process
  const executable = platform === 'win32' ? 'deno.exe' : 'deno'
  const denoPackage = createRequire(import.meta.url).resolve('deno/package.json')
  const platformPackage = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`
  const candidates = [join(dirname(denoPackage), executable)]
  try {
    candidates.unshift(join(dirname(createRequire(denoPackage).resolve(`${platformPackage}/package.json`)), executable))
  } catch {
    // npm leaves the package out where the platform is not supported; the check below says so.
  }
  const found = candidates.find((candidate) => existsSync(candidate))
  if (!found) throw new Error(`The npm package "deno" has no binary for ${platform}-${arch}.`)
  return found
}
