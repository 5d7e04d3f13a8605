; unknown-function: functions of pthreads, each declared with other types.
declare i32 @pthread_create(i64*, i8*, i8* (i8*)*)
declare i32 @pthread_join(i64)
declare double @pthread_mutex_lock()
declare double @pthread_cond_signal(i8*)
declare void @pthread_exit()
define i8* @t(i8* %a) { call void @pthread_exit() ret i8* null }
define i32 @main() {
  %p = alloca i64
  %r = call i32 @pthread_create(i64* %p, i8* null, i8* (i8*)* @t)
  %v = load i64, i64* %p
  %j = call i32 @pthread_join(i64 %v)
  %d = call double @pthread_mutex_lock()
  %e = call double @pthread_cond_signal(i8* null)
  ret i32 0
}
