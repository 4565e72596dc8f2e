import { messageOf } from '@toolscout/model/internal'
import { PeerNotInstalledError } from './errors.ts'

/**
 * Loads a package that the user may have installed.
 *
 * @throws PeerNotInstalledError `PEER_NOT_INSTALLED` when it is not there or does not load.
 */
export async function loadPeer(
  name: string,
  versions: string,
  load: () => Promise<unknown> = () => import(name),
): Promise<unknown> {
  try {
    return await load()
  } catch (error) {
    const message = `${name} cannot be loaded: ${messageOf(error)}. Install ${name} ${versions} beside this package.`
    throw new PeerNotInstalledError(message, name, error)
  }
}
