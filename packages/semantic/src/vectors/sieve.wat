;; The loop that compares signs. `node scripts/assemble-simd.mjs` turns this into sieve-bytes.ts.
;; A width is the number of dimensions, rounded up to a multiple of 16 and filled with zeros.
(module
  (import "store" "memory" (memory 1 65536))

  ;; Writes to $out the numbers (from $first on) of the rows that may be near by the signs of their numbers alone, and
  ;; $gap bytes behind each how near, at least $threshold; gives back how many there are. Looks at $rows rows, a
  ;; multiple of 16. Of sixteen rows the signs of eight numbers stand side by side at $signs, a byte each, then those of
  ;; the next eight. Four signs choose one of sixteen bytes, which stand in that order from $tables to $tablesEnd for each
  ;; query; of all that were chosen for a row the sum counts, in the mean of the first query and the highest of all.
  (func (export "sift")
    (param $signs i32) (param $first i32) (param $rows i32) (param $width i32)
    (param $tables i32) (param $tablesEnd i32) (param $threshold i32) (param $out i32) (param $gap i32)
    (result i32)
    (local $start i32) (local $end i32) (local $mask i32) (local $s i32) (local $t i32) (local $tEnd i32)
    (local $part v128) (local $chosen v128) (local $low v128) (local $high v128)
    (local $ownLow v128) (local $ownHigh v128) (local $mostLow v128) (local $mostHigh v128)
    (local $thresholds v128) (local $fours v128) (local $sums i32)
    (local.set $start (local.get $out))
    (local.set $sums (i32.add (local.get $out) (i32.shl (local.get $gap) (i32.const 1))))
    (local.set $end (i32.add (local.get $first) (local.get $rows)))
    (local.set $thresholds (i16x8.splat (local.get $threshold)))
    (local.set $fours (i8x16.splat (i32.const 15)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $first) (local.get $end)))
        (local.set $t (local.get $tables))
        (local.set $mostLow (v128.const i32x4 0 0 0 0))
        (local.set $mostHigh (v128.const i32x4 0 0 0 0))
        (loop $queries
          (local.set $s (local.get $signs))
          (local.set $tEnd (i32.add (local.get $t) (i32.shl (local.get $width) (i32.const 2))))
          (local.set $low (v128.const i32x4 0 0 0 0))
          (local.set $high (v128.const i32x4 0 0 0 0))
          (loop $dims
            (local.set $part (v128.load (local.get $s)))
            (local.set $chosen (i8x16.add
              (i8x16.swizzle (v128.load (local.get $t)) (v128.and (local.get $part) (local.get $fours)))
              (i8x16.swizzle (v128.load offset=16 (local.get $t)) (i8x16.shr_u (local.get $part) (i32.const 4)))))
            (local.set $part (v128.load offset=16 (local.get $s)))
            (local.set $chosen (i8x16.add (local.get $chosen) (i8x16.add
              (i8x16.swizzle (v128.load offset=32 (local.get $t)) (v128.and (local.get $part) (local.get $fours)))
              (i8x16.swizzle (v128.load offset=48 (local.get $t)) (i8x16.shr_u (local.get $part) (i32.const 4))))))
            (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $chosen))))
            (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $chosen))))
            (local.set $s (i32.add (local.get $s) (i32.const 32)))
            (local.set $t (i32.add (local.get $t) (i32.const 64)))
            (br_if $dims (i32.lt_u (local.get $t) (local.get $tEnd))))
          (if (i32.eq (local.get $tEnd) (i32.add (local.get $tables) (i32.shl (local.get $width) (i32.const 2)))) (then
            (local.set $ownLow (local.get $low))
            (local.set $ownHigh (local.get $high))))
          (local.set $mostLow (i16x8.max_u (local.get $mostLow) (local.get $low)))
          (local.set $mostHigh (i16x8.max_u (local.get $mostHigh) (local.get $high)))
          (br_if $queries (i32.lt_u (local.get $t) (local.get $tablesEnd))))
        (local.set $signs (local.get $s))
        (local.set $low (i16x8.avgr_u (local.get $ownLow) (local.get $mostLow)))
        (local.set $high (i16x8.avgr_u (local.get $ownHigh) (local.get $mostHigh)))
        (local.set $mask (i32.or
          (i16x8.bitmask (i16x8.ge_u (local.get $low) (local.get $thresholds)))
          (i32.shl (i16x8.bitmask (i16x8.ge_u (local.get $high) (local.get $thresholds))) (i32.const 8))))
        (if (local.get $mask) (then
          (v128.store (local.get $sums) (local.get $low))
          (v128.store offset=16 (local.get $sums) (local.get $high))
          (loop $rows_left
            (i32.store (local.get $out) (i32.add (local.get $first) (i32.ctz (local.get $mask))))
            (f32.store (i32.add (local.get $out) (local.get $gap)) (f32.convert_i32_u
              (i32.load16_u (i32.add (local.get $sums) (i32.shl (i32.ctz (local.get $mask)) (i32.const 1))))))
            (local.set $out (i32.add (local.get $out) (i32.const 4)))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $rows_left (local.get $mask)))))
        (local.set $first (i32.add (local.get $first) (i32.const 16)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2))))
