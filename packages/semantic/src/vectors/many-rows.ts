import { provideSieve } from './nearest-rows.ts'
import { RowsInFile, RowsToSave } from './rows-in-file.ts'
import { provideApart } from './saved-rows.ts'
import { createSieve } from './sieve.ts'

/** From now on very many vectors are searched by their signs, and may be left in files; a page need not carry this. */
export function useManyRows(): void {
  provideSieve(createSieve)
  provideApart({
    open: (source, place) => new RowsInFile(source, place),
    save: (rows, now) => new RowsToSave(rows, now),
  })
}
