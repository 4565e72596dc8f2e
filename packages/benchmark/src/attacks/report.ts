import { formatNumber, formatTable, type TableFormat } from '@toolscout/evaluation/internal'
import type { AttackedSet, Defence, FloodEffect, StuffingEffect, StuffingHarm } from './measure-attacks.ts'

/** Means over the sets, each counting alike. Plain data: `JSON.stringify` writes it. */
export interface AttackMeans {
  readonly stuffing: readonly StuffingEffect[]
  readonly flooding: readonly Omit<FloodEffect, 'tools' | 'aimed'>[]
}

/** The means of sets, of which there is one at least. */
export function meanAttacks(sets: readonly AttackedSet[]): AttackMeans {
  const mean = (read: (set: AttackedSet) => number | undefined): number =>
    sets.reduce((sum, set) => sum + (read(set) ?? 0), 0) / sets.length
  return {
    stuffing: (sets[0]?.stuffing ?? []).map(({ kind }, i) => {
      const harm = (defence: Defence): StuffingHarm => ({
        ndcgDrop: mean((set) => set.stuffing[i]?.[defence].ndcgDrop),
        inTopThree: mean((set) => set.stuffing[i]?.[defence].inTopThree),
      })
      return { kind, byDefault: harm('byDefault'), undefended: harm('undefended') }
    }),
    flooding: (sets[0]?.flooding ?? []).map(({ share, servers, wording }, i) => ({
      share,
      servers,
      wording,
      byDefault: {
        all: mean((set) => set.flooding[i]?.byDefault.all),
        aimed: mean((set) => set.flooding[i]?.byDefault.aimed),
      },
      undefended: {
        all: mean((set) => set.flooding[i]?.undefended.all),
        aimed: mean((set) => set.flooding[i]?.undefended.aimed),
      },
    })),
  }
}

/** Writes a table for stuffing and one for flooding: each set, and the mean of several. */
export function formatAttacks(sets: readonly AttackedSet[], format: TableFormat): string {
  const means = { name: 'mean', ...meanAttacks(sets) }
  const rows = sets.length > 1 ? [...sets, means] : sets
  const stuffing = {
    titles: ['ndcg@10 drop', '100 stuffed tools', 'default', 'undefended', 'in top 3', 'undefended'],
    rows: rows.flatMap((row) =>
      row.stuffing.map(({ kind, byDefault, undefended }) => [
        row.name,
        kind,
        formatNumber(byDefault.ndcgDrop),
        formatNumber(undefended.ndcgDrop),
        formatNumber(byDefault.inTopThree),
        formatNumber(undefended.inTopThree),
      ]),
    ),
  }
  const flooding = {
    titles: ['recall@10 drop', 'flood', 'default', 'undefended', 'aimed at', 'undefended'],
    rows: rows.flatMap((row) =>
      row.flooding.map((effect) => [
        row.name,
        describeFlood(effect),
        formatNumber(effect.byDefault.all),
        formatNumber(effect.undefended.all),
        formatNumber(effect.byDefault.aimed),
        formatNumber(effect.undefended.aimed),
      ]),
    ),
  }
  return `${formatTable(stuffing, format)}\n${formatTable(flooding, format)}`
}

function describeFlood({
  share,
  servers,
  wording,
}: Pick<FloodEffect, 'share' | 'servers' | 'wording'>): string {
  return `${100 * share} %, ${servers === 1 ? 'one server' : `${servers} servers`}, ${wording}`
}
