;; The loops of the vector store. `node scripts/assemble-simd.mjs` turns this into simd-bytes.ts.
;; A width is the number of dimensions, rounded up to a multiple of 16 and filled with zeros.
(module
  (import "store" "memory" (memory 1 65536))

  ;; Writes to $out the numbers (from $first on) of the rows whose similarity to the query may reach $threshold, and
  ;; $gap bytes behind each number the upper bound of its similarity, and as many behind that the margin of the bound;
  ;; gives back how many there are. Looks at $rows rows, a multiple of 4, whose 8-bit values begin at $codes:
  ;;   margin = error * $slope + $slack, upper = codes . query * scale * $unit + margin
  ;; A row that is not there has an error that is not a number, and reaches nothing.
  (func (export "scan")
    (param $codes i32) (param $scales i32) (param $errors i32) (param $first i32) (param $rows i32)
    (param $width i32) (param $query i32)
    (param $unit f32) (param $slope f32) (param $slack f32) (param $threshold f32) (param $out i32) (param $gap i32)
    (result i32)
    (local $end i32) (local $start i32) (local $mask i32)
    (local $r1 i32) (local $r2 i32) (local $r3 i32) (local $q i32) (local $qEnd i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128) (local $part v128)
    (local $upper v128) (local $margin v128)
    (local $units v128) (local $slopes v128) (local $slacks v128) (local $thresholds v128)
    (local.set $start (local.get $out))
    (local.set $end (i32.add (local.get $first) (local.get $rows)))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 1))))
    (local.set $units (f32x4.splat (local.get $unit)))
    (local.set $slopes (f32x4.splat (local.get $slope)))
    (local.set $slacks (f32x4.splat (local.get $slack)))
    (local.set $thresholds (f32x4.splat (local.get $threshold)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $first) (local.get $end)))
        (local.set $r1 (i32.add (local.get $codes) (local.get $width)))
        (local.set $r2 (i32.add (local.get $r1) (local.get $width)))
        (local.set $r3 (i32.add (local.get $r2) (local.get $width)))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (loop $dims
          (local.set $part (v128.load (local.get $q)))
          (local.set $s0 (i32x4.add (local.get $s0)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (local.get $part))))
          (local.set $s1 (i32x4.add (local.get $s1)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r1)) (local.get $part))))
          (local.set $s2 (i32x4.add (local.get $s2)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r2)) (local.get $part))))
          (local.set $s3 (i32x4.add (local.get $s3)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r3)) (local.get $part))))
          (local.set $part (v128.load offset=16 (local.get $q)))
          (local.set $s0 (i32x4.add (local.get $s0)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (local.get $part))))
          (local.set $s1 (i32x4.add (local.get $s1)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r1)) (local.get $part))))
          (local.set $s2 (i32x4.add (local.get $s2)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r2)) (local.get $part))))
          (local.set $s3 (i32x4.add (local.get $s3)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r3)) (local.get $part))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $r1 (i32.add (local.get $r1) (i32.const 16)))
          (local.set $r2 (i32.add (local.get $r2) (i32.const 16)))
          (local.set $r3 (i32.add (local.get $r3) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $dims (i32.lt_u (local.get $q) (local.get $qEnd))))
        ;; The last row ends where the next four begin.
        (local.set $codes (local.get $r3))
        ;; Four sums of four parts each become one vector of four sums.
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s0) (local.get $s1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s2) (local.get $s3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s2))))
        (local.set $margin (f32x4.add
          (f32x4.mul (v128.load (local.get $errors)) (local.get $slopes))
          (local.get $slacks)))
        (local.set $upper (f32x4.add
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (local.get $s0)) (v128.load (local.get $scales)))
            (local.get $units))
          (local.get $margin)))
        (local.set $mask (i32x4.bitmask (f32x4.ge (local.get $upper) (local.get $thresholds))))
        (if (local.get $mask) (then
          ;; Each row is written, and stays when its bit is set.
          (i32.store (local.get $out) (local.get $first))
          (f32.store (i32.add (local.get $out) (local.get $gap)) (f32x4.extract_lane 0 (local.get $upper)))
          (f32.store (i32.add (local.get $out) (i32.shl (local.get $gap) (i32.const 1)))
            (f32x4.extract_lane 0 (local.get $margin)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $mask) (i32.const 1)) (i32.const 2))))
          (i32.store (local.get $out) (i32.add (local.get $first) (i32.const 1)))
          (f32.store (i32.add (local.get $out) (local.get $gap)) (f32x4.extract_lane 1 (local.get $upper)))
          (f32.store (i32.add (local.get $out) (i32.shl (local.get $gap) (i32.const 1)))
            (f32x4.extract_lane 1 (local.get $margin)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $mask) (i32.const 2)) (i32.const 1))))
          (i32.store (local.get $out) (i32.add (local.get $first) (i32.const 2)))
          (f32.store (i32.add (local.get $out) (local.get $gap)) (f32x4.extract_lane 2 (local.get $upper)))
          (f32.store (i32.add (local.get $out) (i32.shl (local.get $gap) (i32.const 1)))
            (f32x4.extract_lane 2 (local.get $margin)))
          (local.set $out (i32.add (local.get $out) (i32.and (local.get $mask) (i32.const 4))))
          (i32.store (local.get $out) (i32.add (local.get $first) (i32.const 3)))
          (f32.store (i32.add (local.get $out) (local.get $gap)) (f32x4.extract_lane 3 (local.get $upper)))
          (f32.store (i32.add (local.get $out) (i32.shl (local.get $gap) (i32.const 1)))
            (f32x4.extract_lane 3 (local.get $margin)))
          (local.set $out (i32.add (local.get $out) (i32.shr_u (i32.and (local.get $mask) (i32.const 8)) (i32.const 1))))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (local.set $errors (i32.add (local.get $errors) (i32.const 16)))
        (local.set $first (i32.add (local.get $first) (i32.const 4)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2)))

  ;; Writes to $out an estimate of the similarity of the query and each of $count rows, a multiple of 4, whose numbers
  ;; stand at $list: codes . query * scale * $unit. What stands at $most is raised to it where that is less.
  (func (export "estimate")
    (param $block i32) (param $scales i32) (param $list i32) (param $count i32)
    (param $width i32) (param $query i32) (param $unit f32) (param $out i32) (param $most i32)
    (local $end i32) (local $codes i32)
    (local $r1 i32) (local $r2 i32) (local $r3 i32) (local $q i32) (local $qEnd i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128) (local $part v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $codes (i32.add (local.get $block) (i32.mul (i32.load (local.get $list)) (local.get $width))))
        (local.set $r1 (i32.add (local.get $block) (i32.mul (i32.load offset=4 (local.get $list)) (local.get $width))))
        (local.set $r2 (i32.add (local.get $block) (i32.mul (i32.load offset=8 (local.get $list)) (local.get $width))))
        (local.set $r3 (i32.add (local.get $block) (i32.mul (i32.load offset=12 (local.get $list)) (local.get $width))))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (loop $dims
          (local.set $part (v128.load (local.get $q)))
          (local.set $s0 (i32x4.add (local.get $s0)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (local.get $part))))
          (local.set $s1 (i32x4.add (local.get $s1)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r1)) (local.get $part))))
          (local.set $s2 (i32x4.add (local.get $s2)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r2)) (local.get $part))))
          (local.set $s3 (i32x4.add (local.get $s3)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r3)) (local.get $part))))
          (local.set $part (v128.load offset=16 (local.get $q)))
          (local.set $s0 (i32x4.add (local.get $s0)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (local.get $part))))
          (local.set $s1 (i32x4.add (local.get $s1)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r1)) (local.get $part))))
          (local.set $s2 (i32x4.add (local.get $s2)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r2)) (local.get $part))))
          (local.set $s3 (i32x4.add (local.get $s3)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r3)) (local.get $part))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $r1 (i32.add (local.get $r1) (i32.const 16)))
          (local.set $r2 (i32.add (local.get $r2) (i32.const 16)))
          (local.set $r3 (i32.add (local.get $r3) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $dims (i32.lt_u (local.get $q) (local.get $qEnd))))
        ;; Four sums of four parts each become one vector of four sums.
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s0) (local.get $s1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s2) (local.get $s3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s2))))
        (local.set $part (v128.load32_lane 0
          (i32.add (local.get $scales) (i32.shl (i32.load (local.get $list)) (i32.const 2))) (local.get $part)))
        (local.set $part (v128.load32_lane 1
          (i32.add (local.get $scales) (i32.shl (i32.load offset=4 (local.get $list)) (i32.const 2))) (local.get $part)))
        (local.set $part (v128.load32_lane 2
          (i32.add (local.get $scales) (i32.shl (i32.load offset=8 (local.get $list)) (i32.const 2))) (local.get $part)))
        (local.set $part (v128.load32_lane 3
          (i32.add (local.get $scales) (i32.shl (i32.load offset=12 (local.get $list)) (i32.const 2))) (local.get $part)))
        (local.set $s0 (f32x4.mul
          (f32x4.mul (f32x4.convert_i32x4_s (local.get $s0)) (local.get $part))
          (f32x4.splat (local.get $unit))))
        (v128.store (local.get $out) (local.get $s0))
        (v128.store (local.get $most) (f32x4.max (local.get $s0) (v128.load (local.get $most))))
        (local.set $list (i32.add (local.get $list) (i32.const 16)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $most (i32.add (local.get $most) (i32.const 16)))
        (br $next))))

  ;; Writes to $out, in double precision, the dot product of the query and each of the $count rows whose places
  ;; stand at $list. Eight sums, added in one fixed order: vector-loops.ts gives the same number to the last bit.
  (func (export "dots")
    (param $width i32) (param $query i32) (param $list i32) (param $count i32) (param $out i32)
    (local $listEnd i32) (local $row i32) (local $rowEnd i32) (local $touch i32) (local $q i32) (local $qEnd i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 2))))
    ;; Touches a word of every line of the cache first, because loads that do not wait for each other are under way at once.
    (local.set $q (local.get $list))
    (block $touched
      (loop $next
        (br_if $touched (i32.ge_u (local.get $q) (local.get $listEnd)))
        (local.set $row (i32.load (local.get $q)))
        (local.set $rowEnd (i32.add (local.get $row) (i32.shl (local.get $width) (i32.const 2))))
        (loop $lines
          (local.set $touch (i32.add (local.get $touch) (i32.load (local.get $row))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (br_if $lines (i32.lt_u (local.get $row) (local.get $rowEnd))))
        (local.set $q (i32.add (local.get $q) (i32.const 4)))
        (br $next)))
    (i32.store (local.get $out) (local.get $touch))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $row (i32.load (local.get $list)))
        (local.set $s0 (v128.const i64x2 0 0))
        (local.set $s1 (v128.const i64x2 0 0))
        (local.set $s2 (v128.const i64x2 0 0))
        (local.set $s3 (v128.const i64x2 0 0))
        (local.set $q (local.get $query))
        (loop $dims
          (local.set $s0 (f64x2.add (local.get $s0) (f64x2.mul
            (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row)))
            (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $q))))))
          (local.set $s1 (f64x2.add (local.get $s1) (f64x2.mul
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $row)))
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $q))))))
          (local.set $s2 (f64x2.add (local.get $s2) (f64x2.mul
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $row)))
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $q))))))
          (local.set $s3 (f64x2.add (local.get $s3) (f64x2.mul
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=24 (local.get $row)))
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=24 (local.get $q))))))
          (local.set $row (i32.add (local.get $row) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $dims (i32.lt_u (local.get $q) (local.get $qEnd))))
        (local.set $s0 (f64x2.add
          (f64x2.add (local.get $s0) (local.get $s1))
          (f64x2.add (local.get $s2) (local.get $s3))))
        (f64.store (local.get $out)
          (f64.add (f64x2.extract_lane 0 (local.get $s0)) (f64x2.extract_lane 1 (local.get $s0))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $next)))))
