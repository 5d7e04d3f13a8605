; unknown-function: a function of two numbers is called with one.
@x = global i32 0
define i32 @g(i32 %a, i32 %b) noinline { %s = add i32 %a, %b store i32 %s, i32* @x %c = icmp eq i32 %s, 0 br i1 %c, label %y, label %n
y: %q = call i32 @g(i32 %a, i32 %b) ret i32 %q
n: ret i32 %s }
define i32 @main() {
  %r = call i32 bitcast (i32 (i32, i32)* @g to i32 (i32)*)(i32 3)
  ret i32 %r
}
