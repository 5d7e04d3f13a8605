// The mutex is given back between the look and the step: wrong.
use std::sync::{Arc, Mutex};
use std::thread;

fn step(x: &Mutex<u32>) {
    let seen = *x.lock().unwrap();
    *x.lock().unwrap() = seen + 1;
}

fn main() {
    let x = Arc::new(Mutex::new(0u32));
    let y = Arc::clone(&x);
    let t = thread::spawn(move || step(&y));
    step(&x);
    t.join().unwrap();
    assert!(*x.lock().unwrap() == 2);
}
