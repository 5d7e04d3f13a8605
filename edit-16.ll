; ModuleID = '/tmp/wt/clang/tests/llvm/programs/deadlock.c'
source_filename = "/tmp/wt/clang/tests/llvm/programs/deadlock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%union.pthread_attr_t = type { i64, [48 x i8] }

@a = dso_local global %union.pthread_mutex_t zeroinitializer, align 8
@b = dso_local global %union.pthread_mutex_t zeroinitializer, align 8
@x = dso_local global i32 0, align 4

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @one(i8* noundef %0) #0 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @both(%union.pthread_mutex_t* noundef @a, %union.pthread_mutex_t* noundef @b)
  %3 = load i8*, i8** %2, align 8
  ret i8* %3
}

; Function Attrs: noinline nounwind uwtable
define internal void @both(%union.pthread_mutex_t* noundef %0, %union.pthread_mutex_t* noundef %1) #0 {
  %3 = alloca %union.pthread_mutex_t*, align 8
  %4 = alloca %union.pthread_mutex_t*, align 8
  store %union.pthread_mutex_t* %0, %union.pthread_mutex_t** %3, align 8
  store %union.pthread_mutex_t* %1, %union.pthread_mutex_t** %4, align 8
  %5 = load %union.pthread_mutex_t*, %union.pthread_mutex_t** %3, align 8
  %6 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef %5) #3
  %7 = load %union.pthread_mutex_t*, %union.pthread_mutex_t** %4, align 8
  %8 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef %7) #3
  %9 = load i32, i32* @x, align 4
  %10 = add nsw i32 %9, 1
  store i32 %10, i32* @x, align 4
  %11 = load %union.pthread_mutex_t*, %union.pthread_mutex_t** %4, align 8
  %12 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef %11) #3
  %13 = load %union.pthread_mutex_t*, %union.pthread_mutex_t** %3, align 8
  %14 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef %13) #3
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local i8* @two(i8* noundef %0) #0 {
  %2 = alloca i8*, align 8
  store i8* %0, i8** %2, align 8
  call void @both(%union.pthread_mutex_t* noundef @b, %union.pthread_mutex_t* noundef @a)
  %3 = load i8*, i8** %2, align 8
  ret i8* %3
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  store i32 0, i32* %1, align 4
  %4 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @one, i8* noundef null) #3
  %5 = call i32 @pthread_create(i64* noundef %3, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @two, i8* noundef null) #3
  %6 = load i64, i64* %2, align 8
  %7 = call i32 @pthread_join(i64 noundef %6, i8** noundef null)
  %8 = load i64, i64* %3, align 8
  %9 = call i32 @pthread_join(i64 noundef %8, i8** noundef null)
  ret i32 0
}

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #1

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #1

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 14.0.6"}

