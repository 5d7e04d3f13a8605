; unknown-function: malloc takes and gives no doubles.
declare double @malloc(double)
define i32 @main() {
  %r = call double @malloc(double 1.0)
  ret i32 0
}
