import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPackages } from './workspace.ts'

/**
 * Makes a folder inside the tree in which every package resolves by its name, as it does for somebody who has
 * installed them all, and so does whatever any package depends on. Hands its path to `use` and removes it
 * afterwards.
 *
 * The links are made from what is there, so a new package needs no entry anywhere.
 */
export async function withLinkedFolder<Result>(
  root: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  // `.tmp` is ignored by git, and so by every tool that asks it.
  await mkdir(join(root, '.tmp'), { recursive: true })
  const folder = await mkdtemp(join(root, '.tmp', 'linked-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    const modules = join(folder, 'node_modules')
    const packages = await readPackages(root)
    for (const { name, folder: target } of packages) await link(join(modules, name), join(root, target))
    for (const source of ['', ...packages.map((owner) => owner.folder)]) {
      const installed = join(root, source, 'node_modules')
      for (const name of await installedNames(installed))
        await link(join(modules, name), join(installed, name))
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first link of a name stays: packages agree on versions through the catalog. */
async function link(path: string, target: string): Promise<void> {
  if (existsSync(path)) return
  await mkdir(join(path, '..'), { recursive: true })
  await symlink(target, path)
}

async function installedNames(modules: string): Promise<readonly string[]> {
  if (!existsSync(modules)) return []
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const nested = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@') ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`) : [name],
    ),
  )
  return nested.flat()
}
