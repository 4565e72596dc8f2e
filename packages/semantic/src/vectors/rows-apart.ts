import { RowsInFile } from './rows-in-file.ts'
import { RowsToSave } from './rows-to-save.ts'
import { provideApart } from './saved-rows.ts'

/** From now on vectors may be left in files; what never opens one need not carry this. */
export function useRowsApart(): void {
  provideApart({
    open: (source, place) => new RowsInFile(source, place),
    save: (rows, now) => new RowsToSave(rows, now),
  })
}
