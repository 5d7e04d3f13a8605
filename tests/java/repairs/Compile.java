import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles many programs in one JVM: a line "FOLDER CLASSPATH FILE", with tabs, for each; it
    answers 0 or what the compiler returned. */
public class Compile {
  public static void main (String[] args) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler ();
    BufferedReader in = new BufferedReader (new InputStreamReader (System.in, "UTF-8"));
    for (String line; (line = in.readLine ()) != null;) {
      String[] words = line.split ("\t");
      System.out.println (compiler.run (null, OutputStream.nullOutputStream (), OutputStream.nullOutputStream (),
        "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", words[0], "-cp", words[1], words[2]));
    }
  }
}
