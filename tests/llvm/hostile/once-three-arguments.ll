; unknown-function: pthread_once takes two arguments; this is another function of that name.
declare i32 @pthread_once(i8*, void ()*, i32)
define void @f() { ret void }
define i32 @main() {
  %r = call i32 @pthread_once(i8* null, void ()* @f, i32 3)
  ret i32 0
}
